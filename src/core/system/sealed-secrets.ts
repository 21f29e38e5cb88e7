import { sql } from 'kysely';
import type { Deps, Tx } from '../deps.ts';
import { withdrawn } from '../kernel/claim.ts';

/** Rows that are sealed in one transaction. */
const rowsPerStep = 500;

/** The columns with secrets of links. Their indexes name the rows that are not sealed yet (0125). */
const tokenColumns = [
  ['download_grant', 'token'],
  ['seat', 'token'],
  ['order_document', 'token'],
  ['subscriber', 'token'],
  ['purchase', 'certificate_token'],
] as const;

type SecretDeps = Pick<Deps, 'db' | 'vault' | 'secrets'>;

/** Secrets that the database must give back, sealed with the program's own secret. */
export class SealedSecrets {
  readonly #deps: SecretDeps;

  constructor(deps: SecretDeps) {
    this.#deps = deps;
  }

  /**
   * Rows that a version before 0.2 wrote have their secrets sealed, too: tokens of links, secrets of
   * authenticator apps, and the links in emails. Links that are out keep working.
   */
  async sealOld(): Promise<void> {
    const steps: ((tx: Tx) => Promise<number>)[] = [
      ...tokenColumns.map((column) => (tx: Tx) => this.#sealColumn(tx, column)),
      (tx) => this.#sealAppSecrets(tx),
      (tx) => this.#sealEmails(tx),
    ];
    for (const step of steps)
      while ((await this.#deps.db.transaction().execute(step)) === rowsPerStep);
  }

  /**
   * Returns true if the store's secrets are sealed with this program's LINK_SECRET. The first
   * program of a store notes its own.
   */
  async isLinkSecretKnown(): Promise<boolean> {
    const { db, vault } = this.#deps;
    const { storeId } = await db
      .selectFrom('storeIdentity')
      .select('storeId')
      .executeTakeFirstOrThrow();
    const proof = vault.seal(storeId);
    const kept = await db
      .updateTable('storeIdentity')
      .set((eb) => ({ linkSecretProof: eb.fn.coalesce('linkSecretProof', eb.val(proof)) }))
      .returning('linkSecretProof')
      .executeTakeFirstOrThrow();
    return kept.linkSecretProof === proof;
  }

  /**
   * For a store whose LINK_SECRET was replaced: what nobody can open any more is made anew. Links that
   * were sent before no longer work, authenticator apps are to be set up again, and emails that
   * waited with such links are not sent. Returns how many rows changed.
   */
  renew(): Promise<number> {
    const { db, secrets } = this.#deps;
    const opens = (sealed: string): boolean => {
      try {
        return secrets.open(sealed) !== '';
      } catch {
        return false;
      }
    };
    return db.transaction().execute(async (tx) => {
      let renewed = 0;
      for (const [table, column] of tokenColumns) {
        const [name, secret] = [sql.table(table), sql.ref(column)];
        const { rows } = await sql<{ id: number; secret: string }>`
        select id, ${secret} as secret from ${name} where ${secret} is not null`.execute(tx);
        for (const { id } of rows.filter((row) => !opens(row.secret))) {
          const { sealed } = secrets.createToken();
          await sql`update ${name} set ${secret} = ${sealed} where id = ${id}`.execute(tx);
          renewed++;
        }
      }
      const apps = await tx
        .selectFrom('staffFactor')
        .select(['id', sql<string>`data ->> 'secret'`.as('secret')])
        .where('kind', '=', 'totp')
        .execute();
      for (const { id } of apps.filter((row) => !opens(row.secret))) {
        await tx.deleteFrom('staffFactor').where('id', '=', id).execute();
        renewed++;
      }
      const waiting = await tx
        .selectFrom('outboxEmail')
        .select(['id', 'body'])
        .where('state', '=', 'queued')
        .execute();
      const lastError = 'Its links were made with another LINK_SECRET.';
      for (const { id } of waiting.filter(({ body }) => !opens(JSON.stringify(body)))) {
        const failed = { state: 'failed', lastError, ...withdrawn } as const;
        await tx.updateTable('outboxEmail').set(failed).where('id', '=', id).execute();
        renewed++;
      }
      await tx.updateTable('storeIdentity').set({ linkSecretProof: null }).execute();
      return renewed;
    });
  }

  /** Seals some rows of a column; returns how many. */
  async #sealColumn(tx: Tx, [table, column]: (typeof tokenColumns)[number]): Promise<number> {
    const [name, secret] = [sql.table(table), sql.ref(column)];
    const { rows } = await sql<{ id: number; secret: string }>`
      select id, ${secret} as secret from ${name} where ${secret} not like 's1.%'
      order by id limit ${rowsPerStep} for update`.execute(tx);
    for (const row of rows)
      await sql`update ${name} set ${secret} = ${this.#deps.vault.seal(row.secret)} where id = ${row.id}`.execute(
        tx,
      );
    return rows.length;
  }

  async #sealAppSecrets(tx: Tx): Promise<number> {
    const rows = await tx
      .selectFrom('staffFactor')
      .select(['id', sql<string>`data ->> 'secret'`.as('secret')])
      .where('kind', '=', 'totp')
      .where(sql<boolean>`data ->> 'secret' not like 's1.%'`)
      .orderBy('id')
      .limit(rowsPerStep)
      .forUpdate()
      .execute();
    for (const { id, secret } of rows)
      await tx
        .updateTable('staffFactor')
        .set({ data: JSON.stringify({ secret: this.#deps.vault.seal(secret) }) })
        .where('id', '=', id)
        .execute();
    return rows.length;
  }

  async #sealEmails(tx: Tx): Promise<number> {
    const rows = await tx
      .selectFrom('outboxEmail')
      .select(['id', 'body'])
      .where('isSealed', '=', false)
      .orderBy('id')
      .limit(rowsPerStep)
      .forUpdate()
      .execute();
    for (const { id, body } of rows)
      await tx
        .updateTable('outboxEmail')
        // Escapes of JSON are no part of a secret, so that its text can be read as a whole.
        .set({ body: sql`${this.#deps.secrets.seal(JSON.stringify(body))}::jsonb`, isSealed: true })
        .where('id', '=', id)
        .execute();
    return rows.length;
  }
}
