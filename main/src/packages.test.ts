import { readPackages } from '@sluice/packages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PackageWorld, startPackageWorld } from './testing/package-world.ts'

let world: PackageWorld
beforeAll(async () => {
  world = await startPackageWorld()
})
afterAll(() => world.stop())

/** Applied by the product's own door, so every file is parsed and every reference resolved; twice, for whoever installs again. */
test.for(readPackages())(
  '$manifest.name is applied whole, and its samples come out as they are told',
  async document => {
    const tenant = await world.bind(document.manifest.name)
    await tenant.apply()
    await tenant.apply()
    for (const sample of document.manifest.samples) {
      const isOther = Object.keys(sample.params).length > 0
      if (isOther) await tenant.apply(sample.params)
      const { mapped, problems } = await tenant.preview(sample.strategy, sample.given)
      const found = mapped === null ? { refused: problems[0]?.code } : { expected: mapped }
      const told = sample.refused === undefined ? { expected: sample.expected } : { refused: sample.refused }
      expect({ title: sample.title, ...found, problems: mapped === null ? [] : problems }).toEqual({
        title: sample.title,
        ...told,
        problems: [],
      })
      if (isOther) await tenant.apply()
    }
    const { problems, samples } = await tenant.planInstall()
    expect({ problems, samples }).toEqual({
      problems: [],
      samples: { passed: document.manifest.samples.length, failed: 0 },
    })
  },
)
