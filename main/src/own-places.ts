import { lookup as lookupName } from 'node:dns/promises'
import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import type { AllowRule } from '@sluice/connector-kit'
import { type Database, findServerPlaces } from '@sluice/db'
import { isLoopback } from './mail-settings.ts'

/** What belongs to the installation itself: no tenant's bytes go there, whatever EGRESS_ALLOW opens. */
export interface OwnPlaces {
  readonly rules: readonly AllowRule[]
  /** This process listens on a port from now on, at whatever address; 0 is none. */
  addPort(port: number): void
  /** Whether an address is one of this machine, public ones too. */
  isHere(address: string): boolean
  /** How processes on other machines find this one. */
  readonly shown: { readonly addresses: readonly string[]; readonly ports: readonly number[] }
  /** Looks again; where the database or a name server does not answer, what was known stays. */
  refresh(): Promise<void>
  /** `port 8080 of this machine`, one for each. */
  describe(): string[]
}

/** What may be stood in for. */
export interface Surroundings {
  readonly host: string
  lookup(name: string): Promise<readonly string[]>
  listAddresses(): readonly string[]
}

const real: Surroundings = {
  host: hostname(),
  lookup: async name => (await lookupName(name, { all: true })).map(found => found.address),
  listAddresses: () => Object.values(networkInterfaces()).flatMap(list => (list ?? []).map(each => each.address)),
}

/** What one look found. */
interface Found {
  readonly database: readonly AllowRule[]
  /** Ports of this machine that are the database's. */
  readonly databasePorts: readonly number[]
  /** Of the other processes. */
  readonly others: readonly AllowRule[]
  readonly otherPorts: readonly number[]
}

/** Nothing is known but the ports that were added until `refresh` has looked for the first time. */
export function createOwnPlaces(database: Database, around: Surroundings = real): OwnPlaces {
  const ports = new Set<number>()
  let found: Found = { database: [], databasePorts: [], others: [], otherPorts: [] }
  let rules: readonly AllowRule[] = []
  const local = new Set(around.listAddresses())
  const compose = (): void => {
    // A machine's addresses are one machine: who dials another of them reaches the same port.
    const hosts = ['127.0.0.0/8', '::1', 'localhost', around.host, ...around.listAddresses()]
    const closed = [...new Set([...ports, ...found.databasePorts, ...found.otherPorts])]
    rules = [...closed.flatMap(port => hosts.map(host => ({ host, port }))), ...found.database, ...found.others]
  }
  return {
    get rules() {
      return rules
    },
    addPort(port) {
      if (port > 0) ports.add(port)
      compose()
    },
    isHere: address => isLoopback(address) || local.has(address),
    get shown() {
      const addresses = around.listAddresses().filter(address => isShown(address))
      return { addresses, ports: [...ports] }
    },
    async refresh() {
      for (const address of around.listAddresses()) local.add(address)
      const [own, others] = await Promise.all([
        findDatabase(database, around, found).catch(() => found),
        findOthers(database, around).catch(() => found),
      ])
      found = {
        database: own.database,
        databasePorts: own.databasePorts,
        others: others.others,
        otherPorts: others.otherPorts,
      }
      compose()
    },
    describe: () => [
      ...[...new Set([...ports, ...found.otherPorts])].map(port => `port ${port} of this machine`),
      ...describeDatabase(found),
    ],
  }
}

/** Every machine has a loopback of its own, and link-local addresses are never called. */
const isShown = (address: string): boolean => !isLoopback(address) && !/^(fe80:|169\.254\.)/i.test(address)

async function findDatabase(
  database: Database,
  around: Surroundings,
  before: Found,
): Promise<Pick<Found, 'database' | 'databasePorts'>> {
  const { given, told } = await findServerPlaces(database)
  const local = around.listAddresses()
  const isHere = (address: string): boolean => isLoopback(address) || local.includes(address)
  const places: AllowRule[] = []
  const portsHere: number[] = []
  const add = (address: string, port: number): void => {
    places.push({ host: address, port })
    if (isHere(address)) portsHere.push(port)
  }
  if (given) {
    places.push({ host: given.host, port: given.port })
    const addresses = isIP(given.host) === 0 ? await around.lookup(given.host).catch(() => null) : [given.host]
    for (const address of addresses ?? before.database.filter(rule => isIP(rule.host)).map(rule => rule.host))
      add(address, given.port)
  }
  // Over a unix socket the server is on this machine, and says on which port it listens besides.
  if (told?.address) add(told.address, told.port)
  else if (told) portsHere.push(told.port)
  return { database: places, databasePorts: portsHere }
}

async function findOthers(database: Database, around: Surroundings): Promise<Pick<Found, 'others' | 'otherPorts'>> {
  const rows = await database.withSystem(tx =>
    tx.query<{ host: string; addresses: string[]; ports: number[] }>(
      `select host, addresses, ports from process where cardinality(ports) > 0`,
    ),
  )
  return {
    others: rows.flatMap(row => row.addresses.flatMap(host => row.ports.map(port => ({ host, port })))),
    otherPorts: rows.filter(row => row.host === around.host).flatMap(row => row.ports),
  }
}

function describeDatabase(found: Found): string[] {
  const named = found.database.map(({ host, port }) => `${isIP(host) === 6 ? `[${host}]` : host}:${port}`)
  const places = new Set([...named, ...found.databasePorts.map(port => `port ${port} of this machine`)])
  return places.size === 0 ? [] : [`the product's database (${[...places].join(', ')})`]
}
