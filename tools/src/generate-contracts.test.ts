import { expect, test } from 'vitest'
import { writeContracts } from './generate-contracts.ts'

const file = (path: string, text: string) => ({ path, text })

test('a module with routes is in both tables once the console calls it, and one without routes in none', () => {
  const sources = [
    file('api/src/modules/connect/box/contract.ts', 'export const box = {\n}'),
    file('api/src/modules/connect/box/routes.ts', 'export const createBoxRoutes = ({ now }: Deps) => ({})'),
    file('api/src/modules/connect/box-lid/contract.ts', 'export const boxLid = {\n}'),
    file('api/src/modules/connect/box-lid/routes.ts', 'export const createBoxLidRoutes = () => ({})'),
    file('api/src/modules/connect/bottle/contract.ts', 'export const Bottle = z.object({})'),
    file('console/src/screens/connect/box/list.tsx', 'useQuery(api.boxLid.list.query())'),
    file('console/src/screens/connect/box/list.test.ts', 'api.box.list()'),
  ]
  const files = writeContracts(sources)
  const [server, handlers, client] = [
    'api/src/server/contracts.ts',
    'api/src/server/handlers.ts',
    'console/src/lib/contracts.ts',
  ].map(path => files.get(path))
  expect(server).toContain('\n  box,\n  boxLid,\n}')
  expect(server).toContain("import { boxLid } from '../modules/connect/box-lid/contract.ts'")
  expect(handlers).toContain('\n  box: createBoxRoutes(parts),\n  boxLid: createBoxLidRoutes(),\n})')
  expect(handlers).toContain("import { createBoxLidRoutes } from '../modules/connect/box-lid/index.ts'")
  expect(client).toContain('export const contracts = {\n  boxLid,\n}')
  expect(client).toContain("import { boxLid } from '@sluice/api/modules/connect/box-lid/contract.ts'")
})

test('names of modules come in the order of the areas', () => {
  const sources = ['connect/box', 'identity/key', 'connect/bag-lid'].map(path =>
    file(`api/src/modules/${path}/names.ts`, 'export const names = {}'),
  )
  const names = writeContracts(sources).get('api/src/server/names.ts')
  expect(names).toContain('mergeNames({\n  key,\n  bagLid,\n  box,\n})')
  expect(names).toContain("import { names as bagLid } from '../modules/connect/bag-lid/names.ts'")
})

test('messages of modules are said, and their codes known to the compiler', () => {
  const messages = writeContracts([
    file('api/src/modules/connect/box/messages.ts', 'export const messages = {}'),
    file('api/src/modules/connect/box/lid/messages.ts', 'export const messages = {}'),
  ]).get('api/src/server/messages.ts')
  expect(messages).toContain("import { messages as box } from '../modules/connect/box/messages.ts'")
  expect(messages).toContain('const all = {\n  ...box,\n}')
})
