import type { Tx } from '@sluice/db'

export interface EvidenceRow {
  readonly id: string
  readonly kind: string
  readonly subject_id: string
  readonly name: string
  readonly media_type: string
  readonly size_bytes: string
  readonly sha256: Buffer
  readonly path: string
  readonly creator_id: string | null
  readonly created_by: string | null
  readonly created_at: string
}

const SELECT = `
  select e.id, e.kind, e.subject_id, e.name, e.media_type, e.size_bytes::text as size_bytes, e.sha256, e.path, e.created_by as creator_id,
         coalesce(nullif(u.nickname, ''), u.username) as created_by, e.created_at
    from recon_evidence e left join app_user u on u.tenant_id = e.tenant_id and u.id = e.created_by
   where e.tenant_id = app_tenant()`

export const listEvidence = (tx: Tx, kind: string, subjectId: string): Promise<EvidenceRow[]> =>
  tx.query<EvidenceRow>(`${SELECT} and e.kind = $1 and e.subject_id = $2 order by e.created_at, e.id limit 100`, [
    kind,
    subjectId,
  ])

export async function findEvidence(tx: Tx, id: string): Promise<EvidenceRow | undefined> {
  return (await tx.query<EvidenceRow>(`${SELECT} and e.id = $1`, [id]))[0]
}

/** How many files a line or a match has; nobody attaches another one to it before the transaction ends. */
export async function countEvidence(tx: Tx, kind: string, subjectId: string): Promise<number> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('evidence/' || app_tenant()::text || $1 || $2, 0))`, [
    kind,
    subjectId,
  ])
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from recon_evidence where tenant_id = app_tenant() and kind = $1 and subject_id = $2',
    [kind, subjectId],
  )
  return row?.count ?? 0
}

export interface NewEvidence {
  readonly id: string
  readonly kind: string
  readonly subjectId: string
  readonly name: string
  readonly mediaType: string
  readonly sizeBytes: number
  readonly sha256: Buffer
  readonly path: string
  readonly userId: string
}

export const insertEvidence = (tx: Tx, file: NewEvidence): Promise<number> =>
  tx.execute(
    `insert into recon_evidence (id, kind, subject_id, name, media_type, size_bytes, sha256, path, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[file.id, file.kind, file.subjectId, file.name, file.mediaType, file.sizeBytes, file.sha256, file.path],
      file.userId,
    ],
  )

export const deleteEvidence = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from recon_evidence where tenant_id = app_tenant() and id = $1', [id])
