import pg from 'pg'
import type { Random } from './random.ts'

/** Names of the tables of one set of strategies: its own source and target each. */
export interface TableNames {
  readonly source: string
  readonly target: string
}

const START = '2026-01-01T00:00:00Z'

/** A far PostgreSQL: tables that are edited while they are read, and targets that remember every write. */
export class FarTables {
  // Tables are edited, read and watched at the same time.
  readonly #pool: pg.Pool
  readonly #random: Random
  #tick = 0

  private constructor(pool: pg.Pool, random: Random) {
    this.#pool = pool
    this.#random = random
  }

  static async connect(url: string, random: Random): Promise<FarTables> {
    const pool = new pg.Pool({ connectionString: url, max: 4 })
    pool.on('error', () => undefined)
    await pool.query(`create table if not exists inversion (target text, id bigint, older int, newer int);
      create or replace function note_write() returns trigger language plpgsql as $$ begin
        if tg_op = 'UPDATE' and new.revision < old.revision then
          insert into inversion values (tg_table_name, old.id, new.revision, old.revision);
        end if;
        new.writes := case when tg_op = 'UPDATE' then old.writes else 0 end + 1;
        return new; end $$`)
    return new FarTables(pool, random)
  }

  async create({ source, target }: TableNames): Promise<void> {
    await this.#pool.query(`create table ${source} (id bigint primary key, amount numeric(12,2) not null,
        revision int not null, changed timestamptz not null);
      create table ${target} (id bigint primary key, amount numeric(12,2) not null, revision int not null,
        changed timestamptz not null, writes int);
      create trigger note before insert or update on ${target} for each row execute function note_write()`)
  }

  /** A target whose whole set is exchanged: what readers see of it is watched all the time. */
  async createSet(table: string): Promise<void> {
    await this.#pool.query(`create table ${table} (id bigint primary key, amount numeric(12,2) not null,
        revision int not null, changed timestamptz not null)`)
  }

  /** Ids are given without a gap, so a whole set has as many rows as its greatest id. null: it cannot be read now. */
  async readSet(table: string): Promise<{ readonly rows: number; readonly isWhole: boolean } | null> {
    const { rows } = await this.#pool.query<{ n: string; top: string }>(
      `select count(*) as n, coalesce(max(id), 0) as top from ${table}`,
    )
    return rows[0] ? { rows: Number(rows[0].n), isWhole: rows[0].n === rows[0].top } : null
  }

  async createSource(source: string): Promise<void> {
    await this.#pool.query(`create table ${source} (id bigint primary key, amount numeric(12,2) not null,
        revision int not null, changed timestamptz not null)`)
  }

  /** As if somebody had removed the table for a while. */
  async hide(table: string): Promise<void> {
    await this.#pool.query(`alter table ${table} rename to ${table}_hidden`)
  }

  async show(table: string): Promise<void> {
    await this.#pool.query(`alter table ${table}_hidden rename to ${table}`)
  }

  async drop(...tables: readonly string[]): Promise<void> {
    await this.#pool.query(`drop table if exists ${tables.join(', ')}`)
  }

  /** New rows and new revisions in one commit. Often at the very instant of the commit before: a tie at the watermark. */
  async edit(table: string, inserts: number, updates: number): Promise<void> {
    if (this.#random.chance(0.4)) this.#tick += 1
    const at = `timestamptz '${START}' + interval '${this.#tick} seconds'`
    const { rows } = await this.#pool.query<{ top: string }>(`select coalesce(max(id), 0) as top from ${table}`)
    const top = Number(rows[0]?.top ?? 0)
    const ids = Array.from({ length: top === 0 ? 0 : updates }, () => 1 + this.#random.below(top))
    await this.#pool.query(`begin;
      insert into ${table} select g, g * 1.25, 1, ${at} from generate_series(${top + 1}, ${top + inserts}) g;
      update ${table} set amount = amount + 0.01, revision = revision + 1, changed = ${at}
        where id = any('{${ids.join(',')}}'::bigint[]);
      commit`)
  }

  /** All rows as they are, `id → revision/amount`. */
  async read(table: string): Promise<Map<string, string>> {
    const { rows } = await this.#pool.query<{ id: string; row: string }>(
      `select id, revision || '/' || amount as row from ${table}`,
    )
    return new Map(rows.map(({ id, row }) => [id, row]))
  }

  async countVersions(table: string): Promise<number> {
    const { rows } = await this.#pool.query<{ n: string }>(`select coalesce(sum(revision), 0) as n from ${table}`)
    return Number(rows[0]?.n)
  }

  async countWrites(table: string): Promise<number> {
    const { rows } = await this.#pool.query<{ n: string }>(`select coalesce(sum(writes), 0) as n from ${table}`)
    return Number(rows[0]?.n)
  }

  async countInversions(table: string): Promise<number> {
    const { rows } = await this.#pool.query<{ n: string }>('select count(*) as n from inversion where target = $1', [
      table,
    ])
    return Number(rows[0]?.n)
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}
