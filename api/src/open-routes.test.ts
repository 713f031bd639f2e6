import { type RouteDef, walkRoutes } from '@sluice/contract'
import { expect, test } from 'vitest'
import { contracts } from './server/contracts.ts'

// What a route asks for, its contract says, and every other test believes it. So a route that asks for nothing stands here,
// where whoever adds one has to say so, and whoever takes a permission away sees it.

/** For strangers: signing in, what its page shows, whether the process lives, and what is opened by a secret of its own. */
const strangers: Readonly<Record<string, string>> = {
  health: 'live ready',
  tenantEnd: 'proof',
  website: 'attributes',
  captcha: 'image work sms',
  passport: 'loginKey options login secondFactor refresh',
  register: 'create',
  sso: 'choices begin complete',
  push: 'receive',
  strategyTable: 'openShare',
  digraph: 'openShare',
  marketSource: 'index package',
  portal: 'open samples postman calls deliveries rotateWebhook',
}

/** For everybody who is signed in: what is one's own, whatever one's role. */
const everybody: Readonly<Record<string, string>> = {
  savedFilter: 'list create update remove',
  search: 'find',
  system: 'setPassword',
  website: 'own',
  assistant: 'create list update delete messages ask provider',
  account:
    'center activity saveBase sendEmailCode confirmEmail setAvatar removeAvatar tokens tokenPolicy createToken revokeToken',
  lineage: 'removal',
  notice: 'list unread read readAll clear preferences savePreferences mail testMail',
  passport: 'logout phone sendPhoneCode confirmPhone removePhone',
  session: 'list end endOthers',
  sso: 'identities linkable beginLink link unlink',
  stepUp: 'prove beginSso completeSso',
  totp: 'status begin confirm renewRecovery disable',
  user: 'profile menu saveSettings',
  workplace: 'overview board demoStatus',
}

const listOpen = (permission: RouteDef['permission']): string[] =>
  [...walkRoutes(contracts)]
    .filter(([, route]) => route.permission === permission)
    .map(([name]) => name)
    .sort()
const spell = (open: Readonly<Record<string, string>>): string[] =>
  Object.entries(open)
    .flatMap(([module, names]) => names.split(' ').map(name => `${module}.${name}`))
    .sort()

test('no route is open to strangers but these', () => expect(listOpen('public')).toEqual(spell(strangers)))
test('no route is open to every role but these', () => expect(listOpen(null)).toEqual(spell(everybody)))
