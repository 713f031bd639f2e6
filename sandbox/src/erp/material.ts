import { type JsonObject, Numeral } from '../json.ts'
import { type Product, toMoney, writeSku } from '../shop/product.ts'

/** An article in the ERP's master data. */
export interface Material {
  readonly code: string
  readonly name: string
  readonly unit: string
  readonly priceFen: number
  /** A line that asks for more is held. Never drawn down, so the order in which bills arrive does not matter. */
  readonly stock: number
}

/** The shop's articles, and one more that is sold out. */
export function createMaterials(products: readonly Product[]): Material[] {
  const known = products.map(({ sku, name, unit, priceFen, stock }) => ({ code: sku, name, unit, priceFen, stock }))
  const code = writeSku(products.length + 1)
  return [...known, { code, name: '停产样品', unit: '个', priceFen: 100, stock: 0 }]
}

export const describeMaterial = ({ code, name, unit, priceFen, stock }: Material): JsonObject => ({
  FNumber: code,
  FName: name,
  FUnit: unit,
  FPrice: toMoney(priceFen),
  FStock: new Numeral(String(stock)),
})

/** The ERP gives out numbers of this form itself; any other item number is the customer's own and is not looked up. */
export const isOwnCode = (code: string): boolean => /^SKU-/i.test(code)
