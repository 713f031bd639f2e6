import { newId } from '@sluice/contract'
import type { Sample, Samples, World } from './sample.ts'
import type { TestServer } from './start-test-server.ts'

const nothing = async (): Promise<Sample> => ({})
const own =
  (sample: Sample = {}) =>
  async (): Promise<Sample> => ({ ...sample, strangerGets: 'own' })

/** Calls of signing in, second factors, single sign-on. `canary` is planted as a provider's secret. */
export function createIdentitySamples(server: TestServer, canary: string): Samples {
  return { ...createSignInSamples(server), ...createFactorSamples(server), ...createSsoSamples(server, canary) }
}

const insertUser =
  (server: TestServer) =>
  async (world: World): Promise<string> => {
    const id = newId()
    await server.database.withTenant(world.tenantId, tx =>
      tx.execute(
        `insert into app_user (id, username, nickname, password_hash, role_id)
         select $1::uuid, 'person-' || $1::text, '', 'x', role_id from app_user where id = $2`,
        [id, world.userId],
      ),
    )
    return id
  }

function createSignInSamples(server: TestServer): Samples {
  return {
    'passport.options': nothing,
    'passport.secondFactor': async () => ({ body: { ticket: 'unknown-ticket-unknown-ticket', code: '123456' } }),
    'passport.phone': own(),
    'passport.sendPhoneCode': async () => {
      await server.database.withSystem(tx => tx.execute('delete from throttle'))
      return { body: { phone: '+5511912345678' }, strangerGets: 'own' }
    },
    'passport.confirmPhone': own({ body: { ticket: 'unknown-ticket-unknown-ticket', code: '123456' } }),
    'passport.removePhone': own(),
    'passport.unlock': async world => ({ params: { id: await insertUser(server)(world) } }),
    'captcha.image': async () => ({ query: { purpose: 'login' } }),
    'captcha.work': async () => ({ query: { purpose: 'sms' } }),
    'captcha.sms': async () => {
      await server.database.withSystem(tx => tx.execute('delete from throttle'))
      const { id, answer } = await server.solve('sms')
      return { query: { phone: '13800000000', captcha_id: id, captcha: answer } }
    },
    'register.create': async () => ({ body: { encodedata: 'a.b.c' } }),
  }
}

function createFactorSamples(server: TestServer): Samples {
  return {
    'totp.status': own(),
    'totp.begin': own(),
    'stepUp.prove': own({ body: { password: 'Correct-Horse-9' } }),
    'totp.confirm': own({ body: { code: '123456' } }),
    'totp.renewRecovery': own({ body: { code: '123456' } }),
    'totp.disable': own({ body: { code: '123456' } }),
    'totp.reset': async world => ({ params: { id: await insertUser(server)(world) } }),
    'totp.policy': own(),
    'totp.savePolicy': own({ body: { require_totp: false } }),
    'session.list': own(),
    'session.end': async world => {
      const familyId = newId()
      await server.database.withTenant(world.tenantId, tx =>
        tx.execute(
          `insert into session (id, user_id, family_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at,
             absolute_expires_at) values ($1, $2, $1, $3, now(), $4, now(), now())`,
          [familyId, world.userId, Buffer.from(familyId), Buffer.from(`r${familyId}`)],
        ),
      )
      return { params: { id: familyId } }
    },
    'session.endOthers': own(),
  }
}

function createSsoSamples(server: TestServer, canary: string): Samples {
  const newProvider = (world: World) =>
    world.post<{ id: string }>('/api/dp/system/sso-provider', body()).then(({ id }) => id)
  const body = () => providerBody(canary)
  return {
    'sso.choices': async () => ({ query: { tenant: 'nobody' } }),
    'sso.begin': async () => ({ body: { provider_id: newId() } }),
    'sso.complete': async () => ({ body: { state: 'x', binding: 'y' } }),
    'stepUp.beginSso': async () => ({ body: { provider_id: newId() } }),
    'stepUp.completeSso': async () => ({ body: { state: 'x', binding: 'y' } }),
    'sso.identities': own(),
    'sso.linkable': own(),
    'sso.beginLink': async () => ({ body: { provider_id: newId() } }),
    'sso.link': async () => ({ body: { state: 'x', binding: 'y' } }),
    'sso.unlink': async world => {
      const id = newId()
      const providerId = await newProvider(world)
      await server.database.withTenant(world.tenantId, tx =>
        tx.execute(
          `insert into user_identity (id, user_id, provider_id, issuer, subject, name)
           values ($1::uuid, $2, $3, 'https://id.test', $1::text, 'x')`,
          [id, world.userId, providerId],
        ),
      )
      return { params: { id } }
    },
    'sso.list': own(),
    'sso.create': async () => ({ body: body(), strangerGets: 'own' }),
    'sso.update': async world => ({
      params: { id: await newProvider(world) },
      body: { ...body(), version: 1 },
    }),
    'sso.remove': async world => ({ params: { id: await newProvider(world) } }),
    'sso.check': async world => ({ params: { id: await newProvider(world) } }),
  }
}

let counter = 0
const providerBody = (canary: string) => ({
  label: `provider-${++counter}`,
  issuer: 'http://127.0.0.1:9',
  client_id: 'sluice',
  client_secret: canary,
  redirect_uri: 'http://localhost:8080/user/sso',
})
