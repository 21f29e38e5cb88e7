/** The port of second factors: authenticator apps (RFC 6238) and passkeys (WebAuthn, level 3). */

/** A passkey as it is kept. */
export type PasskeyCredential = {
  readonly credentialId: string;
  /** COSE key, as URL-safe base64. */
  readonly publicKey: string;
  /** How often the passkey said that it was used; most say 0 always. */
  readonly counter: number;
  readonly transports: readonly string[];
};

/** A passkey's answer, not checked yet. */
export type PasskeyAnswer = {
  readonly credentialId: string;
  /** The challenge that it says it was asked. */
  readonly challenge: string;
};

/** The options that a browser is given for a passkey, as JSON, and the challenge in them. */
export type PasskeyRequest = { readonly optionsJson: string; readonly challenge: string };

export type StaffFactors = {
  /** False in the demo: its logins have a password that everybody knows. */
  readonly isRequired: boolean;
  /** A new secret for an app, in base32. */
  readonly createTotpSecret: () => string;
  /** The setup that an app reads: the otpauth address, and its QR code as SVG. */
  readonly describeTotp: (
    secret: string,
    account: { readonly issuer: string; readonly email: string },
  ) => { readonly address: string; readonly qrSvg: string };
  /**
   * The step of thirty seconds that the code is of, the one before and after included; undefined
   * for a wrong code.
   */
  readonly findTotpStep: (secret: string, code: string, now: Date) => number | undefined;
  /** For a browser that makes a new passkey; those in `existing` make none again. */
  readonly createPasskeyRegistration: (account: {
    readonly issuer: string;
    readonly email: string;
    readonly name: string;
    readonly staffId: number;
    readonly existing: readonly PasskeyCredential[];
  }) => Promise<PasskeyRequest>;
  /** For a browser that proves who uses it, with any passkey that it has for this site. */
  readonly createPasskeyAuthentication: () => Promise<PasskeyRequest>;
  /** undefined if the text is no answer of a browser. */
  readonly readPasskeyAnswer: (answerJson: string) => PasskeyAnswer | undefined;
  /** The new passkey, with the person verified by it; undefined where something is wrong. */
  readonly verifyPasskeyRegistration: (
    answerJson: string,
    challenge: string,
  ) => Promise<PasskeyCredential | undefined>;
  /** Its new counter where the passkey signed the challenge for this site; else undefined. */
  readonly verifyPasskeyAuthentication: (
    answerJson: string,
    challenge: string,
    credential: PasskeyCredential,
  ) => Promise<number | undefined>;
};
