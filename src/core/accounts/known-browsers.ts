import type { Deps } from '../deps.ts';

/** As long as browsers keep a cookie. */
const validDays = 400;
const dayMs = 86_400_000;
const markPattern = /^([0-9a-f]{32})\.(\d{1,6})\.([\w-]{20,100})$/;

/**
 * Marks browsers that have logged in to an account, so that an attack from elsewhere doesn't lock
 * its owner out. A mark is signed for one email address; it proves nothing else and logs nobody in.
 */
export class KnownBrowsers {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A mark for the browser that has just logged in with this address: "<id>.<day>.<signature>". */
  issueMark(email: string): string {
    const { generateSecret, signer } = this.#deps;
    const id = generateSecret();
    const day = this.#getToday();
    return `${id}.${day}.${signer.sign(toSignedText(id, day, email))}`;
  }

  /** The id of the browser whose mark is for this address; undefined for any other text. */
  readMark(mark: string | undefined, email: string): string | undefined {
    const [, id = '', issuedOn = '', signature = ''] = markPattern.exec(mark ?? '') ?? [];
    const isSigned = this.#deps.signer.isValid(
      toSignedText(id, Number(issuedOn), email),
      signature,
    );
    return isSigned && this.#getToday() - Number(issuedOn) <= validDays ? id : undefined;
  }

  #getToday(): number {
    return Math.floor(this.#deps.clock().getTime() / dayMs);
  }
}

const toSignedText = (id: string, day: number, email: string): string =>
  `known browser ${id} ${day} ${email.toLowerCase()}`;
