import type { Tx } from '@sluice/db'

/** What a process is, for as long as it lives. */
export interface ProcessInfo {
  readonly id: string
  readonly host: string
  readonly pid: number
  readonly version: string
  readonly roles: readonly string[]
  /** Pools with one of these labels are served. */
  readonly labels: readonly string[]
  /** `listen`: started under a file watcher, for development. */
  readonly mode: 'work' | 'listen'
  /** Fingerprint of the key that seals secrets. */
  readonly keyId: string
  /** Mark of the directory that holds uploaded and written files. */
  readonly filesId: string
  readonly concurrency: number
  /** Where others find its machine, and what it listens on there; asked at each beat. Default none. */
  readonly places?: { readonly addresses: readonly string[]; readonly ports: readonly number[] }
}

/** How it is at this moment. */
export interface ProcessPulse {
  readonly running: number
  readonly draining: boolean
  /** Share of one core since the last pulse. */
  readonly cpu: number
  readonly rssBytes: number
}

/** Says that the process lives. A row that somebody removed meanwhile comes back. The database's clock counts. */
export async function beatProcess(tx: Tx, info: ProcessInfo, pulse: ProcessPulse): Promise<void> {
  await tx.execute(
    `insert into process (id, host, pid, version, roles, labels, mode, key_id, files_id, concurrency, running, draining, cpu, rss_bytes,
       addresses, ports)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     on conflict (id) do update set running = excluded.running, draining = excluded.draining, cpu = excluded.cpu,
       rss_bytes = excluded.rss_bytes, addresses = excluded.addresses, ports = excluded.ports, heartbeat_at = clock_timestamp()`,
    [
      info.id,
      info.host,
      info.pid,
      info.version,
      info.roles,
      info.labels,
      info.mode,
      info.keyId,
      info.filesId,
      info.concurrency,
      pulse.running,
      pulse.draining,
      pulse.cpu,
      pulse.rssBytes,
      info.places?.addresses ?? [],
      info.places?.ports ?? [],
    ],
  )
}

/** An older living process whose key is another one; its secrets would be closed to this process. */
export async function findStranger(tx: Tx, info: Pick<ProcessInfo, 'id' | 'keyId'>): Promise<string | null> {
  const [stranger] = await tx.query<{ host: string }>(
    `select other.host from process me join process other on other.key_id <> me.key_id and other.started_at < me.started_at
     where me.id = $1 and other.heartbeat_at > clock_timestamp() - interval '1 minute' limit 1`,
    [info.id],
  )
  return stranger?.host ?? null
}

/**
 * Of these losses, those by a process that is gone: it has not been heard since and is silent, or nobody knows it. A
 * process that was heard a moment before its loss may be heard again: it is `open` until it has been silent.
 */
export async function countGone(
  tx: Tx,
  losses: readonly { readonly by: string; readonly at: string }[],
  silentMs: number,
): Promise<{ readonly gone: number; readonly open: number }> {
  const [row] = await tx.query<{ gone: number; open: number }>(
    `with lost as (
       select p.id is null as is_unknown, p.heartbeat_at > l.at as is_alive,
         p.heartbeat_at < clock_timestamp() - make_interval(secs => $2::float8 / 1000) as is_silent
         from json_to_recordset($1::json) as l(by uuid, at timestamptz) left join process p on p.id = l.by)
     select (count(*) filter (where is_unknown or not is_alive and is_silent))::int as gone,
       (count(*) filter (where not is_alive and not is_silent))::int as open from lost`,
    [JSON.stringify(losses), silentMs],
  )
  return row! // a count has its one row
}

/** Processes that ended without a word are forgotten after a day; until then people may ask what became of them. */
export async function sweepProcesses(tx: Tx): Promise<void> {
  await tx.execute(`delete from process where heartbeat_at < clock_timestamp() - interval '1 day'`)
}

export async function removeProcess(tx: Tx, id: string): Promise<void> {
  await tx.execute('delete from process where id = $1', [id])
}
