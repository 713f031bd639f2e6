import { connectorBody, connectorParams, newConnector } from '../../../testing/objects.ts'
import { type CreateSamples, own, unique } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'connector.create': own({ body: connectorBody() }),
  'connector.update': async world => {
    const { id, version } = await newConnector(world)
    return {
      params: { id },
      body: { name: unique('renamed'), params: { host: 'other.test', password: 'another-password' }, version },
    }
  },
  'connector.list': async world => {
    await newConnector(world)
    return { strangerGets: 'own' }
  },
  'connector.get': connectorParams,
  'connector.delete': connectorParams,
  'connector.testParams': async world => ({
    body: { platform_id: 'fake', id: (await newConnector(world)).id, params: { host: 'x', password: 'a-password' } },
  }),
  'connector.test': connectorParams,
  'connector.resources': connectorParams,
  'connector.describeResource': async world => ({ ...(await connectorParams(world)), body: { resource: 'orders' } }),
  'connector.sampleResource': async world => ({ ...(await connectorParams(world)), body: { resource: 'orders' } }),
  'connector.lookAtSource': async world => ({ ...(await connectorParams(world)), body: { resource: 'orders' } }),
  'connector.lookAtTarget': async world => ({
    ...(await connectorParams(world)),
    body: { resource: 'orders', records: ['{"id":1}'], answer: { status: 200, body: '{"code":0}' } },
  }),
  'connector.inferPaging': async world => ({ ...(await connectorParams(world)), body: { resource: 'orders' } }),
  'connector.planResource': async world => ({
    ...(await connectorParams(world)),
    body: { resource: 'orders', fields: [{ name: 'id', type: 'int' }], key: ['id'] },
  }),
  'connector.createResource': async world => ({
    ...(await connectorParams(world)),
    body: { resource: 'orders', fields: [{ name: 'id', type: 'int' }], key: ['id'] },
  }),
})
