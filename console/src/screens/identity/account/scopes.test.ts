import { expect, it } from 'vitest'
import { groupScopes, readingScopes } from './scopes.ts'

it('groups what a user holds by module, without the star and the bare operations', () => {
  const groups = groupScopes(['*', 'add', 'strategy:query', 'connector:add', 'connector:query', 'own:add'])
  expect(groups).toEqual([
    { module: 'connector', scopes: ['connector:add', 'connector:query'] },
    { module: 'strategy', scopes: ['strategy:query'] },
  ])
  expect(readingScopes(groups)).toEqual(['connector:query', 'strategy:query'])
})
