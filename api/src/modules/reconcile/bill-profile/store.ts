import type { BillProfile as ReadingProfile } from '@sluice/bills'
import type { Tx } from '@sluice/db'
import type { BillProfile, ProfileMapping } from './contract.ts'

export interface ProfileRow extends BillProfile {
  readonly total: string
}

const SELECT = `
  select p.id, p.name, p.version, v.headings, v.mapping, coalesce(u.nickname, '') as created_by, p.updated_at,
         (select count(*)::int from raw_file f where f.tenant_id = app_tenant() and f.format = 'profile:' || p.id::text) as files,
         count(*) over () as total
    from bill_profile p
    join bill_profile_version v on v.tenant_id = p.tenant_id and v.profile_id = p.id and v.version = p.version
    left join app_user u on u.tenant_id = p.tenant_id and u.id = p.created_by
   where p.tenant_id = app_tenant()`

export const searchProfiles = (tx: Tx, pattern: string | null, limit: number, offset: number): Promise<ProfileRow[]> =>
  tx.query<ProfileRow>(`${SELECT} and ($1::text is null or p.name ilike $1) order by p.name, p.id limit $2 offset $3`, [
    pattern,
    limit,
    offset,
  ])

export async function findProfile(tx: Tx, id: string): Promise<ProfileRow | undefined> {
  return (await tx.query<ProfileRow>(`${SELECT} and p.id = $1`, [id]))[0]
}

/** What files are read by: the newest version of each, the one changed last first. */
export const listForReading = (tx: Tx): Promise<ReadingProfile[]> =>
  tx.query<ReadingProfile>(
    `select p.id, p.name, v.version, v.headings, v.mapping from bill_profile p
       join bill_profile_version v on v.tenant_id = p.tenant_id and v.profile_id = p.id and v.version = p.version
      where p.tenant_id = app_tenant() order by p.updated_at desc, p.id limit 1000`,
  )

/** The version that read a file, however often the profile was changed since. */
export async function findVersion(tx: Tx, id: string, version: number): Promise<ReadingProfile | undefined> {
  const rows = await tx.query<ReadingProfile>(
    `select p.id, p.name, v.version, v.headings, v.mapping from bill_profile p
       join bill_profile_version v on v.tenant_id = p.tenant_id and v.profile_id = p.id and v.version = $2
      where p.tenant_id = app_tenant() and p.id = $1`,
    [id, version],
  )
  return rows[0]
}

export interface NewVersion {
  readonly id: string
  readonly headings: readonly string[]
  readonly mapping: ProfileMapping
  readonly userId: string
}

/** @throws a unique violation where the name is taken */
export async function insertProfile(tx: Tx, profile: NewVersion & { readonly name: string }): Promise<void> {
  await tx.execute('insert into bill_profile (id, name, created_by, updated_by) values ($1, $2, $3, $3)', [
    profile.id,
    profile.name,
    profile.userId,
  ])
  await insertVersion(tx, profile, 1)
}

/** @returns the new version, 0: there is no such profile */
export async function addVersion(tx: Tx, profile: NewVersion): Promise<number> {
  const rows = await tx.query<{ version: number }>(
    `update bill_profile set version = version + 1, updated_by = $2, updated_at = now()
      where tenant_id = app_tenant() and id = $1 returning version`,
    [profile.id, profile.userId],
  )
  const version = rows[0]?.version ?? 0
  if (version > 0) await insertVersion(tx, profile, version)
  return version
}

const insertVersion = (tx: Tx, { id, headings, mapping, userId }: NewVersion, version: number): Promise<number> =>
  tx.execute(
    `insert into bill_profile_version (profile_id, version, headings, mapping, created_by) values ($1, $2, $3, $4, $5)`,
    [id, version, headings, JSON.stringify(mapping), userId],
  )

/** @throws a unique violation where the name is taken */
export const renameProfile = (tx: Tx, id: string, name: string, userId: string): Promise<number> =>
  tx.execute(
    `update bill_profile set name = $2, updated_by = $3, updated_at = now() where tenant_id = app_tenant() and id = $1`,
    [id, name, userId],
  )

export const deleteProfile = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from bill_profile where tenant_id = app_tenant() and id = $1', [id])
