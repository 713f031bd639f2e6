import type { Profile } from '@sluice/api/modules/identity/user/contract.ts'
import { needsWhole, type RouteDef } from '@sluice/contract'
import { create } from 'zustand'
import { type Authority, isAllowed } from './authority.ts'
import { keepDataOf } from './own-data.ts'
import { useSettings } from './settings.ts'

interface Session {
  readonly profile: Profile | null
  readonly permissions: ReadonlySet<string>
}

const empty: Session = { profile: null, permissions: new Set() }

/** Who is signed in, once the profile is known. */
export const useSession = create<Session>(() => empty)

export function setProfile(profile: Profile): void {
  keepDataOf(profile.user_id)
  useSession.setState({ profile, permissions: new Set(profile.role.permissions.map(permission => permission.name)) })
}

export const clearSession = (): void => useSession.setState(empty)

/** `const can = useCan(); can('connector:add')` */
export function useCan(): (authority: Authority | null | undefined) => boolean {
  const permissions = useSession(state => state.permissions)
  return authority => isAllowed(permissions, authority)
}

/** Whether a call with this query is refused because the role sees only a part of the tenant, as the contract says. */
export function useIsPartial(): (
  call: { readonly route: RouteDef },
  query?: Readonly<Record<string, unknown>>,
) => boolean {
  const isScoped = useSession(state => state.profile?.role.is_scoped ?? false)
  return ({ route }, query) => isScoped && needsWhole(route, query)
}

/** The tenant's zone: what new schedules mean by a time of day. */
export const useTenantTimeZone = (): string => useSession(state => state.profile?.lessee.time_zone ?? 'Asia/Shanghai')

/** The same outside of rendering: the zone in which sentences of the server are asked for. */
export const getTimeZone = (): string =>
  useSettings.getState().timeZone || (useSession.getState().profile?.lessee.time_zone ?? 'Asia/Shanghai')

/** The zone in which every time is shown: the user's own, else the tenant's. */
export function useTimeZone(): string {
  const own = useSettings(settings => settings.timeZone)
  const tenants = useTenantTimeZone()
  return own === '' ? tenants : own
}
