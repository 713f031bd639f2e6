/** SQL, of user `u` with role `r`: the tenant asks its administrators for a second factor, and this one has none. */
export const MUST_SET_UP_TOTP = `('*' = any (r.permissions)
  and exists (select 1 from sign_in_policy p where p.tenant_id = u.tenant_id and p.require_totp)
  and not exists (select 1 from user_totp f
                   where f.tenant_id = u.tenant_id and f.user_id = u.id and f.confirmed_at is not null))`
