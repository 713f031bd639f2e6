import { encodeCredentials } from '@sluice/api/testing/encode-credentials.ts'
const O = 'http://127.0.0.1:7101'
const call = async (method: string, path: string, token?: string, body?: unknown) => {
  const r = await fetch(O + path, { method, headers: { 'accept-language': 'en', ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body === undefined ? {} : { 'content-type': 'application/json' }) }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const t = await r.text(); let j: any; try { j = JSON.parse(t) } catch { j = t.slice(0, 200) }
  return { s: r.status, j, c: j?.content }
}
const say = (what: string, r: any) => console.log(what.padEnd(64), r.s, JSON.stringify(r.j).slice(0, 150))
const login = async (username: string, password: string) => {
  const key = (await call('GET', '/api/passport/login-key')).c
  return (await call('POST', '/api/passport/login', undefined, { encodedata: encodeCredentials(key, { username, password }) }))
}
const P = 'Weir-4711-gate!', P2 = 'Heron-Quarry-8152!', P3='Marble-Otter-9173!'
let r = await login('admin', P); if (r.s !== 200) say('login', r)
const A = r.c.access_token
await call('POST', '/api/dp/account/step-up', A, { password: P })
// acme
const one = process.argv[2]!
let acme = await login('acme-admin', one); let B: string | undefined
if (acme.s !== 200) acme = await login('acme-admin', P2)
B = acme.c?.access_token
const meB = (await call('GET', '/api/user', B)).c
if (acme.c?.must_change_password) say('acme changes', await call('POST', '/api/dp/system/password', B, { user_id: meB.user_id, oldpassword: one, password: P2, password2: P2 }))
acme = await login('acme-admin', P2); B = acme.c.access_token
// few rights
const suf = Date.now().toString(36)
const role = await call('POST', '/api/dp/system/role', A, { name: 'few' + suf, permissions: ['strategy:query', 'connector:query', 'reconciliation:query', 'gateway:query', 'digraph:query'], groups: null }); say('role', role)
const roleId = role.c.id
const BASE = '/api/dp/system/lessee-user'
const U = 'few' + suf
const mk = await call('POST', BASE + '/store', A, { username: U, role_id: roleId, nickname: 'F' }); say('make user', mk)
const uid = mk.c.id
let l = await login(U, mk.c.one_time_password)
const T0 = l.c.access_token
say('must change: reads strategies before', await call('POST', '/api/dh/lessee/strategy/searchv2', T0, {}))
say('own change', await call('POST', '/api/dp/system/password', T0, { user_id: uid, oldpassword: mk.c.one_time_password, password: P2, password2: P2 }))
l = await login(U, P2); const s1 = l.c; const s2 = (await login(U, P2)).c
await call('POST', '/api/dp/account/step-up', s1.access_token, { password: P2 })
const pat = await call('POST', '/api/dp/account/token', s1.access_token, { name: 't', permissions: ['strategy:query'], days: 3 }); say('token', { s: pat.s, j: pat.s })
const PAT = pat.c.token
const look = (t: string) => call('POST', '/api/dh/lessee/strategy/searchv2', t, {})
const renew = (t: string) => call('POST', '/api/passport/refresh', undefined, { refresh_token: t })
console.log('--- own password change: own session keeps; other session, its refresh, tokens')
say('change', await call('POST', '/api/dp/system/password', s1.access_token, { user_id: uid, oldpassword: P2, password: P3, password2: P3 }))
say('own access', await look(s1.access_token)); say('other access', await look(s2.access_token)); say('other refresh', await renew(s2.refresh_token)); say('PAT', await look(PAT))
const rn = await renew(s1.refresh_token); say('own refresh', { s: rn.s, j: rn.j?.code })
console.log('--- administrator resets')
const cur = rn.c ?? s1
await call('POST', '/api/dp/account/step-up', cur.access_token, { password: P3 })
const pat2 = (await call('POST', '/api/dp/account/token', cur.access_token, { name: 't2', permissions: ['strategy:query'], days: 3 })).c?.token
say('reset', { s: (await call('POST', `${BASE}/${uid}/reset-password`, A)).s, j: '' })
say('access', await look(cur.access_token)); say('refresh', await renew(cur.refresh_token)); say('PAT', await look(pat2))
console.log('--- rights taken live')
say('admin sets', await call('POST', '/api/dp/system/password', A, { user_id: uid, password: P2, password2: P2 }))
l = await login(U, P2)
say('change', await call('POST', '/api/dp/system/password', l.c.access_token, { user_id: uid, oldpassword: P2, password: P3, password2: P3 }))
const F = (await login(U, P3)).c.access_token
say('reads', await look(F))
const rr = (await call('GET', `/api/dp/system/role/${roleId}`, A)).c
say('role shrinks', await call('PUT', `/api/dp/system/role/${roleId}`, A, { name: rr.name, permissions: ['connector:query'], groups: null, version: rr.version }))
say('next request', await look(F))
await call('PUT', `/api/dp/system/role/${roleId}`, A, { name: rr.name, permissions: rr.permissions, groups: null, version: rr.version + 1 })
console.log('--- few rights: replay, dry run, voucher release, examples, share, package, scripts')
const Z = '00000000-0000-7000-8000-000000000001'
for (const [m, p, b] of [
  ['POST', '/api/dh/lessee/replay/preview', { kind: 'correct', changes: [], strategy_id: Z, ids: ['1'] }],
  ['POST', '/api/dh/lessee/replay', { kind: 'resend', group_id: Z }],
  ['POST', `/api/dh/lessee/gateway/log/${Z}/replay`, {}],
  ['POST', `/api/dh/lessee/strategy/${Z}/rehearsal`, {}],
  ['POST', `/api/dh/lessee/reconciliation/voucher/${Z}/release`, { reason: 'x' }],
  ['POST', `/api/dh/lessee/market/upload`, { text: 'x' }],
  ['POST', `/api/dh/lessee/installation/trial`, {}],
  ['POST', `/api/dh/lessee/adapter/try`, {}], ['POST', `/api/dh/lessee/api-asset/try`, {}],
  ['POST', `/api/dh/lessee/connector/test`, { platform_id: 'http', params: { base_url: 'http://127.0.0.1:5432', auth: 'none' } }],
  ['POST', `/api/dh/lessee/strategy-debug/${Z}/http`, {}],
] as const) say(`${m} ${p}`, await call(m, p, F, b))
console.log('--- own ports, metadata: connector, webhook channel, alert, sso by the second tenant')
for (const base of ['http://127.0.0.1:7101', 'http://localhost:7101', 'http://[::1]:7101', 'http://[::ffff:127.0.0.1]:7101', 'http://2130706433:7101', 'http://0x7f.1:7101', 'http://0:7101','http://169.254.169.254', 'http://[fd00:ec2::254]', 'http://metadata.google.internal', 'http://127.0.0.1.nip.io:7101', 'http://100.100.100.200']) {
  const t = await call('POST', '/api/dh/lessee/connector/test', B, { platform_id: 'http', params: { base_url: base, auth: 'none' } })
  const f = (t.c ?? []).find?.((x: any) => !x.ok); console.log(base.padEnd(40), t.s, f ? f.error?.code ?? f.name + ' ' + (f.detail ?? '') : 'ALL OK')
}
console.log(JSON.stringify({ A, B, F }))
