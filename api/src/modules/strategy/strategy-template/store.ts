import type { Tx } from '@sluice/db'
import type { TemplateConfig } from './contract.ts'

export interface TemplateRow {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly source_platform: string
  readonly target_platform: string
  readonly config: TemplateConfig
  readonly username: string
  readonly updated_at: string
}

const SELECT = `
  select t.id, t.name, t.description, t.source_platform, t.target_platform, t.config, t.updated_at,
         coalesce(nullif(u.nickname, ''), u.username, '') as username
    from strategy_template t left join app_user u on u.tenant_id = t.tenant_id and u.id = t.created_by
   where t.tenant_id = app_tenant()`

export const listTemplates = (tx: Tx): Promise<TemplateRow[]> =>
  tx.query<TemplateRow>(`${SELECT} order by lower(t.name), t.id`)

export async function findTemplate(tx: Tx, id: string): Promise<TemplateRow | undefined> {
  return (await tx.query<TemplateRow>(`${SELECT} and t.id = $1`, [id]))[0]
}

/** One creation at a time counts: two at the limit are one too many. */
export async function countTemplates(tx: Tx): Promise<number> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('strategy_template' || app_tenant()::text, 0))`)
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from strategy_template where tenant_id = app_tenant()',
  )
  return row?.count ?? 0
}

/** @throws unique violation where the name is taken */
export const insertTemplate = (
  tx: Tx,
  row: Omit<TemplateRow, 'username' | 'updated_at'> & { readonly userId: string; readonly strategyId: string },
): Promise<number> =>
  tx.execute(
    `insert into strategy_template (id, name, description, source_platform, target_platform, config, created_by, group_name)
     select $1, $2, $3, $4, $5, $6, $7, s.group_name from strategy s where s.tenant_id = app_tenant() and s.id = $8`,
    [
      row.id,
      row.name,
      row.description,
      row.source_platform,
      row.target_platform,
      JSON.stringify(row.config),
      row.userId,
      row.strategyId,
    ],
  )

/** @throws unique violation where the name is taken */
export const renameTemplate = (tx: Tx, id: string, name: string, description: string): Promise<number> =>
  tx.execute(
    `update strategy_template set name = $2, description = $3, updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [id, name, description],
  )

export const deleteTemplate = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from strategy_template where tenant_id = app_tenant() and id = $1', [id])

export async function findMapId(tx: Tx, name: string): Promise<string | undefined> {
  const rows = await tx.query<{ id: string }>(
    'select id from value_map where tenant_id = app_tenant() and lower(name) = lower($1)',
    [name],
  )
  return rows[0]?.id
}
