import { Readable } from 'node:stream'
import { newId } from '@sluice/contract'
import { type CreateSamples, own, type World } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = server => {
  const newFile = async (world: World): Promise<string> => {
    const id = newId()
    const written = await server.uploads.write(world.tenantId, id, Readable.from([Buffer.from('id\n1\n')]))
    await server.database.withTenant(world.tenantId, tx =>
      tx.execute('insert into file (id, name, size_bytes, sha256, path) values ($1, $2, $3, $4, $5)', [
        id,
        'a.csv',
        written.sizeBytes,
        written.sha256,
        written.path,
      ]),
    )
    return id
  }
  return {
    'file.upload': async () => ({ file: 'id,name\r\n1,x\r\n', strangerGets: 'own' }),
    'file.list': own(),
    'file.download': async world => ({ params: { id: await newFile(world) } }),
    'file.delete': async world => ({ params: { id: await newFile(world) } }),
  }
}
