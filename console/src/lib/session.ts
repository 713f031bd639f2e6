import type { Profile } from '@sluice/api/modules/user/contract.ts'
import { create } from 'zustand'
import { type Authority, isAllowed } from './authority.ts'

interface Session {
  readonly profile: Profile | null
  readonly permissions: ReadonlySet<string>
}

const empty: Session = { profile: null, permissions: new Set() }

/** Who is signed in, once the profile is known. */
export const useSession = create<Session>(() => empty)

export function setProfile(profile: Profile): void {
  useSession.setState({ profile, permissions: new Set(profile.role.permissions.map(permission => permission.name)) })
}

export const clearSession = (): void => useSession.setState(empty)

/** `const can = useCan(); can('connector:add')` */
export function useCan(): (authority: Authority | null | undefined) => boolean {
  const permissions = useSession(state => state.permissions)
  return authority => isAllowed(permissions, authority)
}

/** The tenant's zone, in which every time is shown. */
export const useTimeZone = (): string => useSession(state => state.profile?.lessee.time_zone ?? 'Asia/Shanghai')
