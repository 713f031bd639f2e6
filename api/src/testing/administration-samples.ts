import { newId } from '@sluice/contract'
import { newTokenOf } from './own-samples.ts'
import type { Sample, World } from './sample.ts'
import type { TestServer } from './start-test-server.ts'

let counter = 0
const unique = (prefix: string) => `${prefix}${++counter}`

/** Calls of roles and sub-accounts, each on objects of its own. */
export function createAdministrationSamples(
  server: TestServer,
): Readonly<Record<string, (world: World) => Promise<Sample>>> {
  const newRole = async (world: World): Promise<string> => {
    const body = { name: unique('role-'), permissions: ['strategy:query'] }
    return (await world.post<{ id: string }>('/api/dp/system/role', body)).id
  }
  /** Put in by hand: a password's hash takes a tenth of a second. */
  const newUser = async (world: World): Promise<string> => {
    const [id, roleId] = [newId(), await newRole(world)]
    await server.database.withTenant(world.tenantId, tx =>
      tx.execute(
        `insert into app_user (id, username, nickname, password_hash, role_id) values ($1, $2, '', 'none', $3)`,
        [id, unique('person-'), roleId],
      ),
    )
    return id
  }
  const user = async (world: World): Promise<Sample> => ({ params: { id: await newUser(world) } })
  const rows = async (): Promise<Sample> => ({
    body: { rows: [{ username: unique('clerk-'), role: '只读' }] },
    strangerGets: 'own',
  })
  const own = async (): Promise<Sample> => ({ strangerGets: 'own' })
  return {
    'role.list': own,
    'role.catalogue': own,
    'role.get': async world => ({ params: { id: await newRole(world) } }),
    'role.create': async () => ({
      body: { name: unique('role-'), permissions: ['strategy:query'], groups: ['sales'] },
      strangerGets: 'own',
    }),
    'role.update': async world => ({
      params: { id: await newRole(world) },
      body: { name: unique('role-'), permissions: ['strategy:query', 'strategy:add'], version: 1 },
    }),
    'role.delete': async world => ({ params: { id: await newRole(world) } }),
    'accessToken.list': own,
    'accessToken.export': own,
    'accessToken.revoke': newTokenOf(server),
    'subAccount.list': own,
    'subAccount.export': own,
    'subAccount.save': async world => ({ body: { username: unique('clerk-'), role_id: await newRole(world) } }),
    'subAccount.update': async world => ({
      ...(await user(world)),
      body: { nickname: 'Clerk', role_id: await newRole(world) },
    }),
    'subAccount.assignRole': async world => ({
      body: { user_ids: [await newUser(world)], role_id: await newRole(world) },
    }),
    'subAccount.enable': user,
    'subAccount.disable': user,
    'subAccount.signOut': user,
    'subAccount.resetPassword': user,
    'subAccount.destroy': user,
    'subAccount.destroyByGet': user,
    'personData.find': user,
    'personData.export': user,
    'personData.erase': async world => {
      const id = await newUser(world)
      const [row] = await server.database.withTenant(world.tenantId, tx =>
        tx.query<{ username: string }>('select username from app_user where id = $1', [id]),
      )
      return { params: { id }, body: { username: row!.username } } // made above
    },
    'personData.retention': own,
    'subAccount.previewImport': rows,
    'subAccount.import': rows,
  }
}
