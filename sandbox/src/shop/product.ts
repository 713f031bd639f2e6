import { type JsonObject, Numeral } from '../json.ts'
import { createRandom } from '../random.ts'
import { writeTime } from '../time.ts'
import { goods, variants } from './words.ts'

/** What shop and ERP both know about an article. */
export interface Product {
  readonly sku: string
  readonly name: string
  readonly unit: string
  /** In fen: integers cannot drift. */
  readonly priceFen: number
  readonly stock: number
  readonly record: JsonObject
}

/** `SKU-0001`, `SKU-0002`, … */
export const writeSku = (ordinal: number): string => `SKU-${String(ordinal).padStart(4, '0')}`

/** 1250 → the numeral 12.50; both decimals are always written. */
export function toMoney(fen: number): Numeral {
  const digits = String(Math.abs(fen)).padStart(3, '0')
  return new Numeral(`${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`)
}

export function createProducts(seed: number, count: number, baseMs: number): Product[] {
  return Array.from({ length: count }, (_, index) => createProduct(seed, index + 1, baseMs))
}

function createProduct(seed: number, ordinal: number, baseMs: number): Product {
  const random = createRandom(seed, `product:${ordinal}`)
  const [base, category, unit] = goods[(ordinal - 1) % goods.length] ?? ['商品', '其他', '个']
  const variant = variants[Math.floor((ordinal - 1) / goods.length) % variants.length] ?? ''
  const name = `${base} ${variant}`
  // Every third price ends in 0 and every ninth in 00, so trailing zeros are met early.
  const step = ordinal % 9 === 0 ? 100 : ordinal % 3 === 0 ? 10 : 1
  const priceFen = Math.ceil(random.pickInt(990, 39_900) / step) * step
  const stock = random.pickInt(1_000, 9_000)
  const weightGrams = random.pickInt(5, 400) * 10
  const record: JsonObject = {
    product_id: new Numeral(String(7_100_000_000_000_000_000n + BigInt(ordinal) * 1_000_003n)),
    sku_code: writeSku(ordinal),
    name,
    category,
    unit,
    price: toMoney(priceFen),
    stock,
    weight_kg: new Numeral((weightGrams / 1000).toFixed(3)),
    barcode: String(random.pickInt(1_000_000, 9_999_999)).padStart(13, '0'),
    description: ordinal % 5 === 0 ? null : ordinal % 5 === 1 ? '' : `${name}，${category}类热销`,
    on_sale: ordinal % 10 !== 0,
    updated_at: writeTime(baseMs + ordinal * 60_000),
  }
  return { sku: writeSku(ordinal), name, unit, priceFen, stock, record }
}
