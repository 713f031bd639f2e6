import type { ParamValues } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { raiseNotice, settleNotices } from '../sql/notice-rows.ts'
import { type CredentialEnd, findCredentialEnd, type GrantEnd } from './credential-end.ts'

interface CredentialRow {
  readonly tenant_id: string
  readonly id: string
  readonly params: ParamValues
  readonly grant: GrantEnd | null
}

/**
 * Tells of credentials that end soon or have ended, each once, and settles what was told of those that were renewed.
 * Of one connector, or of all that `tx` sees.
 */
export async function noticeCredentials(tx: Tx, nowMs: number, connectorId: string | null = null): Promise<void> {
  if (connectorId === null) await settleDeleted(tx)
  const rows = await tx.query<CredentialRow>(
    `select c.tenant_id, c.id, c.params,
            case when g.connector_id is not null
              then jsonb_build_object('ends_at', g.ends_at, 'warn_at', g.warn_at, 'failure', g.failure) end as grant
       from connector c
       left join connector_grant g on g.tenant_id = c.tenant_id and g.connector_id = c.id and g.env = c.env
      where ($1::uuid is null or c.id = $1)
        and (g.connector_id is not null or coalesce(c.params ->> 'expires_at', '') <> ''
          or c.params::text like '%-----BEGIN CERTIFICATE-----%'
          or exists (select from notice n where n.tenant_id = c.tenant_id and n.kind = 'credential.expiring'
               and n.object_id = c.id::text and n.settled_at is null))`,
    [connectorId],
  )
  for (const row of rows) await tell(tx, row, findCredentialEnd(row.params, row.grant, nowMs))
}

async function tell(tx: Tx, { tenant_id: tenantId, id }: CredentialRow, end: CredentialEnd | null): Promise<void> {
  if (end === null || end.state === 'good') return settleNotices(tx, tenantId, id, ['credential.expiring'])
  // That it ends soon is over once it has ended.
  await tx.execute(
    `update notice set settled_at = clock_timestamp() where tenant_id = $1 and kind = 'credential.expiring'
       and object_id = $2 and cause <> $3 and settled_at is null`,
    [tenantId, id, end.state],
  )
  await raiseNotice(tx, {
    tenantId,
    kind: 'credential.expiring',
    objectId: id,
    cause: end.state,
    text: describeCredentialEnd(end),
    params: { ends_at: end.endsAt },
    isOnce: true,
  })
}

const settleDeleted = (tx: Tx): Promise<number> =>
  tx.execute(
    `update notice n set settled_at = clock_timestamp() where n.kind = 'credential.expiring' and n.settled_at is null
        and not exists (select from connector c where c.tenant_id = n.tenant_id and c.id::text = n.object_id)`,
  )

/** One sentence; of one that is good, nothing is to be said. */
export function describeCredentialEnd({ kind, endsAt, state }: CredentialEnd): string {
  if (endsAt === null) return 'The granted access was ended by the far system; somebody has to grant it again.'
  const day = endsAt.slice(0, 10)
  if (kind === 'grant')
    return state === 'soon'
      ? `The granted access ends on ${day}; grant it again before.`
      : `The granted access ended on ${day}; somebody has to grant it again.`
  const what = kind === 'certificate' ? 'The certificate' : 'The credential'
  return state === 'soon' ? `${what} ends on ${day}; renew it before.` : `${what} ended on ${day}; renew it.`
}
