import type { Tx } from '@sluice/db'

export interface SignInRow {
  readonly id: string
  readonly ip: string | null
  readonly user_agent: string | null
  readonly signed_in_at: string
  readonly last_used_at: string
  readonly ends_at: string
}

/** One row a sign-in, whatever the number of its tokens; only those that could still be renewed. */
export const listSignIns = (tx: Tx, userId: string, now: Date): Promise<SignInRow[]> =>
  tx.query<SignInRow>(
    `select s.family_id as id, latest.ip, latest.user_agent, min(s.created_at) as signed_in_at,
            max(s.created_at) as last_used_at, max(s.absolute_expires_at) as ends_at
       from session s
       cross join lateral (
         select l.ip, l.user_agent from session l
          where l.tenant_id = s.tenant_id and l.family_id = s.family_id order by l.created_at desc, l.id desc limit 1
       ) latest
      where s.user_id = $1 and s.revoked_at is null
      group by s.family_id, latest.ip, latest.user_agent
     having max(s.refresh_expires_at) > $2
      order by max(s.created_at) desc`,
    [userId, now],
  )

/** How many tokens ended; 0: there is no such sign-in of this user. */
export const endSignIn = (tx: Tx, userId: string, familyId: string, at: Date): Promise<number> =>
  tx.execute('update session set revoked_at = $3 where user_id = $1 and family_id = $2 and revoked_at is null', [
    userId,
    familyId,
    at,
  ])
