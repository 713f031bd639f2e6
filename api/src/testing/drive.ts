import { newId, type RouteDef } from '@sluice/contract'
import type { LightMyRequestResponse } from 'fastify'
import type { Sample, World } from './sample.ts'
import { PASSWORD, type TestServer } from './start-test-server.ts'

/** A person of a tenant, signed in. */
export async function openWorld(server: TestServer, username: string, tenantId: string): Promise<World> {
  const token = await server.signIn(username, PASSWORD)
  const profile = (await server.call('GET', '/api/user', { token })).json().content
  return {
    token,
    tenantId,
    userId: profile.user_id,
    async post(path, body) {
      const answer = await server.call('POST', path, { token, body })
      if (answer.statusCode !== 200) throw new Error(`preparing ${path}: ${answer.body}`)
      return answer.json().content
    },
  }
}

/** Another person of the first tenant with a role of their own, signed in; they have the administrator's password. */
export async function openColleague(
  server: TestServer,
  username: string,
  {
    permissions,
    groups = null,
  }: { readonly permissions: readonly string[]; readonly groups?: readonly string[] | null },
): Promise<World> {
  const { tenantId } = server.a
  await server.database.withTenant(tenantId, async tx => {
    const role = newId()
    await tx.execute('insert into role (id, name, permissions, groups) values ($1, $2, $3, $4)', [
      ...[role, username, permissions, groups],
    ])
    await tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select $1, $2, '', password_hash, $3 from app_user where username = 'admin-a'`,
      [newId(), username, role],
    )
  })
  return openWorld(server, username, tenantId)
}

/** Calls a route as its sample says. */
export function sendSample(
  server: TestServer,
  route: RouteDef,
  sample: Sample,
  token?: string,
): Promise<LightMyRequestResponse> {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sample.params?.[name] ?? 'x'))
  const query = new URLSearchParams(sample.query)
  const url = query.size === 0 ? path : `${path}?${query}`
  const options = { ...(token === undefined ? {} : { token }) }
  if (sample.file === undefined)
    return server.call(route.method, url, { ...options, ...(sample.body ? { body: sample.body } : {}) })
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="../../一.csv"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), Buffer.from(sample.file), Buffer.from('\r\n--x--\r\n')])
  return server.call(route.method, url, {
    ...options,
    body,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
}
