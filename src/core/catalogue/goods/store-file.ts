import type { Readable } from 'node:stream';
import type { Deps, PreparedGoods } from '../../deps.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { Licence, LicenceTerms } from '../reports/licence.model.ts';
import type { NewEditionFile } from './edition-files.store.ts';
import { toFileName, type FilePurpose } from './file-names.model.ts';
import { goodsFormats, goodsTitles } from './goods.model.ts';

/** A file of this machine that a publisher gives to a report. */
export type IncomingFile = {
  readonly path: string;
  /** As the publisher named it. */
  readonly fileName: string;
  /** `goods` where missing. */
  readonly purpose?: FilePurpose;
  /** The name that buyers see; by its kind if missing. */
  readonly title?: string;
  /** All of them where missing. */
  readonly licences?: readonly Licence[];
  /** Opens a PDF that is locked against changes. */
  readonly ownerPassword?: string;
};

/** A file in the storage that waits for its row. */
export type StoredFile = {
  readonly row: Omit<NewEditionFile, 'editionId'>;
  /** For the search. */
  readonly text: string;
};

export type GoodsFilesDeps = Deps & {
  readonly listLicences: () => Promise<readonly LicenceTerms[]>;
};

/** Files of publishers in the storage: each is checked, and stored before it has its row. */
export class GoodsFiles {
  readonly #deps: GoodsFilesDeps;

  constructor(deps: GoodsFilesDeps) {
    this.#deps = deps;
  }

  /**
   * Checks a file and stores it; a PDF for sale brings its first page as a picture. `unsupported-type`
   * and `too-large` with a sentence for the publisher.
   */
  async store(file: IncomingFile): Promise<Outcome<StoredFile[]>> {
    if (file.purpose === 'cover') return this.#storeCover(file);
    const prepared = await this.#deps.goods.prepare({
      path: file.path,
      name: file.fileName,
      ownerPassword: file.ownerPassword,
    });
    if (!prepared.ok) return prepared;
    try {
      if (file.purpose !== 'sample') return ok(await this.#storeGoods(file, prepared.value));
      if (prepared.value.kind !== 'pdf') return fail('unsupported-type', 'A sample must be a PDF.');
      const { pages, sizeBytes, sha256, openOriginal } = prepared.value;
      return ok([
        await this.storeSample(openOriginal(), { pages: pages ?? null, sizeBytes, sha256 }),
      ]);
    } finally {
      await prepared.value.dispose();
    }
  }

  async #storeGoods(file: IncomingFile, prepared: PreparedGoods): Promise<StoredFile[]> {
    const { kind, pages, warnings, text, sizeBytes, sha256, bodyBytes, cover } = prepared;
    const row: StoredFile['row'] = {
      purpose: 'goods',
      kind,
      title: file.title ?? goodsTitles[kind],
      fileName: toFileName(file.fileName, goodsFormats[kind].extension),
      licences: [...(file.licences ?? (await this.#deps.listLicences()).map(({ id }) => id))],
      pages: pages ?? null,
      sizeBytes,
      sha256,
      bodyKey: await this.#put('body', prepared.openBody()),
      bodyBytes,
      masterKey: await this.#put('master.json', prepared.master),
      warnings: [...warnings],
      attachedAt: this.#deps.clock(),
    };
    const stored = { row, text };
    return cover ? [stored, await this.#storePicture('First page', cover, sha256)] : [stored];
  }

  /** Stores a PDF that everybody may read. */
  async storeSample(
    content: Uint8Array | Readable,
    facts: Pick<NewEditionFile, 'sizeBytes' | 'sha256'> & { readonly pages: number | null },
  ): Promise<StoredFile> {
    const row: StoredFile['row'] = {
      ...facts,
      purpose: 'sample',
      kind: 'pdf',
      title: 'Sample',
      fileName: 'sample.pdf',
      licences: [],
      bodyKey: await this.#put('sample.pdf', content),
      bodyBytes: facts.sizeBytes,
      attachedAt: this.#deps.clock(),
    };
    return { row, text: '' };
  }

  async #storeCover({ path }: IncomingFile): Promise<Outcome<StoredFile[]>> {
    const cover = await this.#deps.goods.prepareCover(path);
    if (!cover.ok) return cover;
    return ok([await this.#storePicture('Cover', cover.value.jpeg, cover.value.sha256)]);
  }

  async #storePicture(title: string, jpeg: Uint8Array, sha256: string): Promise<StoredFile> {
    const row: StoredFile['row'] = {
      purpose: 'cover',
      kind: 'jpg',
      title,
      fileName: 'cover.jpg',
      licences: [],
      sizeBytes: jpeg.length,
      sha256,
      bodyKey: await this.#put('cover.jpg', jpeg),
      bodyBytes: jpeg.length,
      attachedAt: this.#deps.clock(),
    };
    return { row, text: '' };
  }

  /** Stores a content under a name that nobody can guess; returns its key. */
  async #put(name: string, content: Uint8Array | Readable): Promise<string> {
    const key = `goods/${this.#deps.generateSecret()}/${name}`;
    await this.#deps.files.put(key, content);
    return key;
  }

  /** Removes the stored files: no transaction took them. */
  async remove(stored: readonly StoredFile[]): Promise<void> {
    for (const key of stored.flatMap(listKeys)) await this.#deps.files.remove(key);
  }
}

/** The keys under which a file is stored. */
const listKeys = ({ row }: StoredFile): string[] =>
  row.masterKey ? [row.bodyKey, row.masterKey] : [row.bodyKey];
