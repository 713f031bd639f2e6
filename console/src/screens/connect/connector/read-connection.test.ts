import type { Param } from '@sluice/contract'
import { expect, test } from 'vitest'
import { readConnection } from './read-connection.ts'

const field = (name: string, more: Partial<Param> = {}): Param =>
  ({ field: name, label: { zh: name, en: name }, type: 'text', ...more }) as Param // the rest has defaults
const lock = (name: string, off: string, values = ['require', 'verify']) =>
  field(name, {
    type: 'select',
    options: [off, ...values].map(value => ({ value, label: { zh: value, en: value } })),
  })
const base = [field('host'), field('port', { type: 'number' }), field('username'), field('password')]
const sql = [...base, field('database'), lock('ssl', 'disable')]
const params: Readonly<Record<string, readonly Param[]>> = {
  postgresql: [...sql, field('schema')],
  mysql: sql,
  doris: sql,
  sqlserver: sql,
  oracle: [...base, field('database'), lock('ssl', 'disable', ['verify']), field('connect_by')],
  mongodb: [...base, field('database'), field('auth_source'), field('replica_set'), lock('tls', 'off')],
  rabbitmq: [...base, field('vhost'), lock('tls', 'off')],
  redis: [...base, field('database', { type: 'number' }), lock('tls', 'off')],
}
const read = (platform: string, text: string) => readConnection(platform, params[platform]!, text)

const at = { host: 'db.example.com', port: 5432, database: 'shop', username: 'ann', password: 'p:w' }
test.each([
  ['postgresql', 'postgres://ann:p%3Aw@db.example.com:5432/shop', at, []],
  ['postgresql', ' postgresql://ann:p:w@db.example.com:5432/shop?sslmode=verify-full ', { ...at, ssl: 'verify' }, []],
  [
    'postgresql',
    'jdbc:postgresql://db.example.com:5432/shop?user=ann&password=p:w&ssl=true',
    { ...at, ssl: 'require' },
    [],
  ],
  [
    'postgresql',
    "host=db.example.com port=5432 dbname=shop user=ann password='p:w' sslmode=disable",
    { ...at, ssl: 'disable' },
    [],
  ],
  [
    'postgresql',
    'postgres://ann:p@/?w@[::1]:5432/shop?connect_timeout=3&currentSchema=s1',
    { host: '::1', port: 5432, database: 'shop', username: 'ann', password: 'p@/?w', schema: 's1' },
    ['connect_timeout'],
  ],
  ['postgresql', 'postgres://ann:100%@h/d', { host: 'h', username: 'ann', password: '100%', database: 'd' }, []],
  [
    'mysql',
    'jdbc:mysql://h:3306/d?user=ann@corp&useSSL=false&serverTimezone=UTC',
    { host: 'h', port: 3306, database: 'd', username: 'ann@corp', ssl: 'disable' },
    ['serverTimezone'],
  ],
  ['doris', 'mysql://root@h:9030/d', { host: 'h', port: 9030, database: 'd', username: 'root' }, []],
  [
    'sqlserver',
    'jdbc:sqlserver://h:1433;databaseName=d;user=sa;password=a=b;encrypt=true;trustServerCertificate=false',
    { host: 'h', port: 1433, database: 'd', username: 'sa', password: 'a=b', ssl: 'verify' },
    [],
  ],
  [
    'sqlserver',
    'Server=tcp:h,1433;Initial Catalog=d;User ID=sa;Password="a;b";Encrypt=True;Connection Timeout=30',
    { host: 'h', port: 1433, database: 'd', username: 'sa', password: 'a;b', ssl: 'require' },
    ['Connection Timeout'],
  ],
  [
    'oracle',
    'jdbc:oracle:thin:@//h:1521/ORCLPDB1',
    { host: 'h', port: 1521, database: 'ORCLPDB1', connect_by: 'service' },
    [],
  ],
  ['oracle', 'jdbc:oracle:thin:@h:1521:ORCL', { host: 'h', port: 1521, database: 'ORCL', connect_by: 'sid' }, []],
  [
    'mongodb',
    'mongodb://u:p@a:27017,b:27018/d?authSource=admin&replicaSet=rs0&tls=true',
    {
      host: 'a',
      port: 27017,
      database: 'd',
      username: 'u',
      password: 'p',
      auth_source: 'admin',
      replica_set: 'rs0',
      tls: 'require',
    },
    ['b:27018'],
  ],
  [
    'rabbitmq',
    'amqps://u:p@h:5671/%2Fprod',
    { host: 'h', port: 5671, username: 'u', password: 'p', vhost: '/prod', tls: 'require' },
    [],
  ],
  [
    'redis',
    'rediss://:secret@h:6380/2',
    { host: 'h', port: 6380, password: 'secret', database: 2, tls: 'require' },
    [],
  ],
] as const)('%s: %s', (platform, text, values, left) => {
  expect(read(platform, text)).toEqual({ kind: 'read', values, left })
})

test('an encrypted one is verified where the driver knows nothing else', () => {
  expect(read('oracle', 'host=h ssl=true')).toMatchObject({ values: { host: 'h', ssl: 'verify' } })
})

test.each([
  ['mysql', 'postgres://a:b@h/d', { kind: 'other', system: 'postgresql' }],
  ['mysql', 'https://h/d', { kind: 'other', system: 'https' }],
  ['mongodb', 'mongodb+srv://u:p@cluster.example.net/d', { kind: 'srv' }],
  ['mysql', 'db.example.com', { kind: 'unreadable' }],
  ['mysql', 'user=a password=b', { kind: 'unreadable' }],
  ['mysql', 'mysql://', { kind: 'unreadable' }],
  ['mysql', '', { kind: 'unreadable' }],
])('%s: %s is refused with its reason', (platform, text, result) => {
  expect(read(platform, text)).toEqual(result)
})

test('a text that is longer than any connection string is not looked at', () => {
  expect(read('mysql', `mysql://h/${'d'.repeat(5000)}`)).toEqual({ kind: 'unreadable' })
})
