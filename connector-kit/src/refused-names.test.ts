import { toFailure } from '@sluice/contract'
import { expect, test } from 'vitest'
import { createEgress, type EgressPolicy } from './guarded-egress.ts'

const detailOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => toFailure(error).toDetail(),
  )

/** Both ways out of a policy by which every name leads to this address. */
async function refuse(name: string, address: string, policy: EgressPolicy) {
  const egress = createEgress({ ...policy, lookup: async () => [{ address, family: 4 }] })
  const told = [await detailOf(egress.fetch(`http://${name}:8080/`)), await detailOf(egress.dial(name, 8080))]
  await egress.close()
  return told
}

const deny = [{ host: '127.0.0.1' }, { host: 'own.example' }]

test('a refusal tells of a name no more than was written; where it leads stands in the log alone', async () => {
  const told = new Set<string>()
  const noted: unknown[] = []
  const places = ['10.1.2.3', '127.0.0.9', '169.254.169.254', 'fd00::7', '127.0.0.1']
  for (const address of places) {
    const noteRefused: EgressPolicy['noteRefused'] = refused => void noted.push(refused.address)
    for (const each of await refuse('crm.example', address, { deny, noteRefused })) told.add(JSON.stringify(each))
  }
  expect([...told].map(each => JSON.parse(each))).toEqual([
    {
      code: 'egress.blocked',
      message: 'crm.example leads to a place that is not opened to tenants.',
      retry: 'never',
      value: 'crm.example:8080',
      advice: 'Ask the operator to open crm.example:8080.',
    },
  ])
  expect(noted).toEqual(places.flatMap(each => [each, each]))
})

test('of a name that is shut by itself, and of an address, the reason is told', async () => {
  const [own] = await refuse('own.example', '10.1.2.3', { deny })
  expect(own?.message).toBe('own.example:8080 belongs to Sluice itself.')
  const [address] = await refuse('10.1.2.3', '', {})
  expect(address?.message).toBe('10.1.2.3 is in a private network that is not opened to tenants.')
})
