import { ApiError } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { announceAfterReload } from '../lib/announce.ts'
import { api, endSession } from '../lib/api.ts'
import { pickWords } from '../lib/i18n.ts'
import { goToLogin } from '../lib/login-redirect.ts'
import { onOtherOwner } from '../lib/own-data.ts'
import { setProfile, useSession } from '../lib/session.ts'
import { mayEnterConsole } from './gate.ts'

/** The server did not answer, or a proxy answered for it: that says nothing about the token. */
const isUnreachable = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 502

/**
 * Loads the profile and applies spec §4: a refused profile clears the token; a user without the authority for add and
 * delete is sent to the sign-in page. A server that does not answer keeps the token and offers another try.
 */
export function useSignedIn(): { readonly error: unknown; retry(): void } {
  const { data, error, refetch } = useQuery(api.user.profile.query())
  const content = data?.content
  useEffect(() => {
    if (content) setProfile(content)
  }, [content])
  const userId = content?.user_id
  useEffect(() => {
    if (userId === undefined) return undefined
    // Nothing of this person stays in memory or on the screen: the page begins anew as the other one.
    return onOtherOwner(userId, () => window.location.assign('/'))
  }, [userId])
  useEffect(() => {
    if (error && !isUnreachable(error)) endSession()
  }, [error])
  const isRefused = useSession(({ profile, permissions }) => profile !== null && !mayEnterConsole(permissions))
  useEffect(() => {
    if (!isRefused) return
    announceAfterReload({
      kind: 'error',
      title: pickWords({ zh: '无法进入控制台', en: 'Cannot enter the console' }),
      text: pickWords({
        zh: '此账号没有新增与删除权限，请联系管理员，或换一个账号登录。',
        en: 'This account lacks the authority to add and delete. Ask an administrator, or sign in as someone else.',
      }),
    })
    goToLogin()
  }, [isRefused])
  return { error: error && isUnreachable(error) ? error : null, retry: () => void refetch() }
}
