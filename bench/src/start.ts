import { startProduct } from '@sluice/e2e'
import { type Figure, median } from './figure.ts'

const ROUNDS = 5

/** From spawning the built product to its ready line: on a data directory that exists, and on an empty one. */
export async function* measureStart(): AsyncIterable<Figure> {
  const first: number[] = []
  const again: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const product = await startProduct()
    first.push(product.readyMs)
    await product.stop()
    const restarted = await startProduct({ dataDir: product.dataDir })
    again.push(restarted.readyMs)
    await restarted.dispose()
  }
  const figure = { unit: 'ms', baseline: null, ratio: null, rssMb: null }
  yield { ...figure, name: 'start.ready-ms', value: median(again), note: 'data directory exists' }
  yield { ...figure, name: 'start.first-ready-ms', value: median(first), note: 'empty data directory' }
}
