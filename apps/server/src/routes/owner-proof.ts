import type { Authority } from '@foray/authority';
import type { CodePurpose } from '@foray/contract';
import type { FastifyRequest } from 'fastify';
import type { Cookies } from '../http/auth/cookies.ts';
import { deviceName } from '../http/auth/device-name.ts';
import type { CallerSession } from '../http/auth/guard.ts';
import { refuse } from '../http/wire/errors.ts';
import type { RouteRefusal } from '../http/wire/errors.ts';
import type { NamedAsker, SignInMethod, TypedProof, VerifiedPhone } from './sign-in-method.ts';

/** The address and browser of a request, for its sign-in code. */
export function askerOf(request: FastifyRequest, cookies: Cookies): NamedAsker {
  return {
    address: request.ip,
    device: cookies.deviceOf(request),
    browser: deviceName(request.headers['user-agent']),
  };
}

/** The proof that the caller is the account's owner, for actions that need more than a session. */
export interface OwnerProof {
  /** Whether the caller proves it; the proof is not used up. */
  prove(
    request: FastifyRequest,
    session: CallerSession,
    purpose: CodePurpose,
    typed: TypedProof | null | undefined,
  ): Promise<(VerifiedPhone & { readonly phone: string }) | RouteRefusal>;
  /** Checks as `prove` does, and uses up the proof: null, or why not. */
  confirm(...asked: Parameters<OwnerProof['prove']>): Promise<RouteRefusal | null>;
}

/** Proofs by the way in which this server identifies people. */
export function ownerProof({
  authority,
  cookies,
  method,
}: {
  readonly authority: Authority;
  readonly cookies: Cookies;
  readonly method: SignInMethod;
}): OwnerProof {
  const prove: OwnerProof['prove'] = async (request, session, purpose, typed) => {
    const me = await authority.me(session);
    if (me === null) return refuse('unauthenticated');
    const { phone } = me;
    const { code, recovery_code } = typed ?? {};
    const asker = askerOf(request, cookies);
    const proven = await method.prove({ phone, purpose, code, recovery_code }, asker);
    return 'refusal' in proven ? proven : { ...proven, phone };
  };
  return {
    prove,
    async confirm(...asked) {
      const proven = await prove(...asked);
      return 'refusal' in proven ? proven : proven.useUp();
    },
  };
}
