/** The cookie whose value a changing call echoes in X-XSRF-TOKEN (API-01). */
export const csrfCookie = 'XSRF-TOKEN';
/** The cookie of the session: HttpOnly, SameSite=Lax, Secure behind TLS. */
export const sessionCookie = 'foray_session';
/**
 * The cookie that distinguishes a browser from others if codes are sent: HttpOnly, random, with no other
 * meaning. A code is valid only in the browser that requested it.
 */
export const deviceCookie = 'foray_device';
/**
 * The prefix of the names of both under https: no other host, nor a page without TLS, can set such a cookie.
 */
export const hostPrefix = '__Host-';
