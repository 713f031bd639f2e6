import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Failure } from '@sluice/contract'
import type { Database } from './database.ts'
import type { Tx } from './tx.ts'

/**
 * Secrets at rest: AES-256-GCM under a data key per tenant, itself wrapped by a master key of the installation.
 * The place (`connector/<id>/<field>`) is bound into the seal, so a sealed text cannot be moved to another row.
 */
export interface Vault {
  /** `v1.<data key version>.<base64url>` */
  seal(tenantId: string, place: string, plain: string): Promise<string>
  /** @throws Failure `vault.broken` when the text was moved, changed, or its master key is gone */
  open(tenantId: string, place: string, sealed: string): Promise<string>
  /** Wraps every data key by the current master key. Touches one row per tenant, no sealed text. Returns how many. */
  rewrap(): Promise<number>
  /** A new data key, by which everything is sealed from now on; what older keys sealed still opens. Its version. */
  rotate(tenantId: string): Promise<number>
}

export interface MasterKeys {
  /** The key new data keys are wrapped by. */
  readonly current: string
  /** All keys that still open something, by id; 32 bytes each. */
  readonly keys: ReadonlyMap<string, Buffer>
}

interface DataKeyRow {
  readonly tenant_id: string
  readonly version: number
  readonly master_key_id: string
  readonly sealed: Buffer
}

export const isSealed = (text: string): boolean => /^v1\.\d+\.[A-Za-z0-9_-]+$/.test(text)

// A data key stays in memory this long after its last unwrap, so that a withdrawn master key takes effect.
const CACHE_MS = 300_000

export function createVault(database: Database, masterKeys: MasterKeys, now: () => number): Vault {
  const cache = new Map<string, { readonly key: Buffer; readonly untilMs: number }>()

  const unwrap = (row: DataKeyRow): Buffer => {
    const id = `${row.tenant_id}/${row.version}`
    const cached = cache.get(id)
    if (cached && cached.untilMs > now()) return cached.key
    const master = masterKeys.keys.get(row.master_key_id)
    if (!master) throw broken(`master key ${row.master_key_id} is not configured`)
    const key = decrypt(master, row.sealed, `data-key/${id}`)
    cache.set(id, { key, untilMs: now() + CACHE_MS })
    return key
  }

  const latest = (tenantId: string): Promise<DataKeyRow> =>
    database.withTenant(tenantId, async tx => (await readLatest(tx)) ?? (await addDataKey(tx, tenantId, masterKeys)))

  return {
    async seal(tenantId, place, plain) {
      const row = await latest(tenantId)
      const box = encrypt(unwrap(row), Buffer.from(plain, 'utf8'), `${tenantId}|${place}`)
      return `v1.${row.version}.${box.toString('base64url')}`
    },
    async open(tenantId, place, sealed) {
      if (!isSealed(sealed)) throw broken('not a sealed text')
      const [, version, box] = sealed.split('.') as [string, string, string] // isSealed checked the three parts
      const row = await database.withTenant(tenantId, async tx =>
        (await tx.query<DataKeyRow>('select * from data_key where version = $1', [Number(version)])).at(0),
      )
      if (!row) throw broken(`data key ${version} is missing`)
      return decrypt(unwrap(row), Buffer.from(box, 'base64url'), `${tenantId}|${place}`).toString('utf8')
    },
    rotate: tenantId => database.withTenant(tenantId, tx => rotateKey(tx, tenantId, masterKeys)),
    rewrap: () => database.withSystem(tx => rewrapAll(tx, masterKeys, unwrap)),
  }
}

const readLatest = async (tx: Tx): Promise<DataKeyRow | undefined> =>
  (await tx.query<DataKeyRow>('select * from data_key order by version desc limit 1')).at(0)

async function addDataKey(tx: Tx, tenantId: string, masterKeys: MasterKeys): Promise<DataKeyRow> {
  const sealed = wrap(masterKeys, randomBytes(32), `data-key/${tenantId}/1`)
  // Two first uses may race; the first row stays and both read it.
  await tx.query(
    'insert into data_key (tenant_id, version, master_key_id, sealed) values ($1, 1, $2, $3) on conflict do nothing',
    [tenantId, masterKeys.current, sealed],
  )
  return (await readLatest(tx))! // inserted by this or the racing transaction
}

async function rotateKey(tx: Tx, tenantId: string, masterKeys: MasterKeys): Promise<number> {
  // Two rotations at once would make the same version.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`data-key/${tenantId}`])
  const version = ((await readLatest(tx))?.version ?? 0) + 1
  const sealed = wrap(masterKeys, randomBytes(32), `data-key/${tenantId}/${version}`)
  await tx.execute('update data_key set retired_at = now() where retired_at is null')
  await tx.execute('insert into data_key (version, master_key_id, sealed) values ($1, $2, $3)', [
    version,
    masterKeys.current,
    sealed,
  ])
  return version
}

async function rewrapAll(tx: Tx, masterKeys: MasterKeys, unwrap: (row: DataKeyRow) => Buffer): Promise<number> {
  const rows = await tx.query<DataKeyRow>('select * from data_key where master_key_id <> $1 for update', [
    masterKeys.current,
  ])
  for (const row of rows) {
    const sealed = wrap(masterKeys, unwrap(row), `data-key/${row.tenant_id}/${row.version}`)
    await tx.query('update data_key set master_key_id = $3, sealed = $4 where tenant_id = $1 and version = $2', [
      row.tenant_id,
      row.version,
      masterKeys.current,
      sealed,
    ])
  }
  return rows.length
}

function wrap(masterKeys: MasterKeys, key: Buffer, place: string): Buffer {
  const master = masterKeys.keys.get(masterKeys.current)
  if (!master) throw broken(`master key ${masterKeys.current} is not configured`)
  return encrypt(master, key, place)
}

/** iv (12) | ciphertext | tag (16) */
function encrypt(key: Buffer, plain: Buffer, place: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(place))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, box: Buffer, place: string): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(place))
    decipher.setAuthTag(box.subarray(-16))
    return Buffer.concat([decipher.update(box.subarray(12, -16)), decipher.final()])
  } catch (cause) {
    throw broken('the seal does not fit', cause)
  }
}

const broken = (reason: string, cause?: unknown): Failure =>
  new Failure({
    code: 'vault.broken',
    message: 'A stored secret cannot be opened. Enter it again, or restore the master key.',
    cause: cause ?? new Error(`opening a sealed text: ${reason}`),
  })
