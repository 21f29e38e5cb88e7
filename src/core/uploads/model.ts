/** An upload that may come in several requests. */
export type KeptUpload = {
  readonly id: string;
  /** As its sender named it; its extension proves nothing. */
  readonly fileName: string;
  readonly sizeBytes: number;
  /** It goes on from here. */
  readonly receivedBytes: number;
};

/** The bounds of a ZIP of a publisher's reports. */
export const maxUploadBytes = 2 * 1024 ** 3;
