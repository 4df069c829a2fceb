/** The cookie whose value a changing call echoes in X-XSRF-TOKEN (API-01). */
export const csrfCookie = 'XSRF-TOKEN';
/** The cookie of the session: HttpOnly, SameSite=Lax, Secure behind TLS. */
export const sessionCookie = 'foray_session';
/**
 * The cookie that tells a browser from others where codes are sent: HttpOnly, random, with no other meaning. A
 * code is worth something only in the browser that asked for it.
 */
export const deviceCookie = 'foray_device';
/** Begins the names of both under https: no other host, nor a page without TLS, can set such a cookie. */
export const hostPrefix = '__Host-';
