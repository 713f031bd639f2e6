import { isObject, type Json, type JsonObject, ownField } from '../../admin/config/index.ts'

/** Whether both say the same: the order of fields says nothing, a field that is undefined is none. Never recursive. */
export function isSame(one: Json, other: Json): boolean {
  const open: Json[] = [one, other]
  while (open.length > 0) {
    const right = open.pop()
    const left = open.pop()
    if (left === right) continue
    if (Array.isArray(left) && Array.isArray(right)) {
      if (left.length !== right.length) return false
      for (const [at, each] of left.entries()) open.push(each as Json, right[at] as Json)
    } else if (isObject(left) && isObject(right)) {
      if (!pairFields(left, right, open)) return false
    } else return false
  }
  return true
}

function pairFields(left: JsonObject, right: JsonObject, open: Json[]): boolean {
  let fields = 0
  for (const name of Object.keys(left)) {
    const value = left[name]
    if (value === undefined) continue
    const other = ownField(right, name)
    if (other === undefined) return false
    open.push(value, other)
    fields += 1
  }
  for (const name of Object.keys(right)) if (right[name] !== undefined) fields -= 1
  return fields === 0
}

/** Whether something lies deeper inside than so many objects and lists. Never recursive. */
export function isDeeper(value: Json, most: number): boolean {
  const open: { readonly value: Json; readonly depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: each, depth } = next
    if (typeof each !== 'object' || each === null) continue
    if (depth >= most) return true
    for (const inner of Object.values(each))
      if (typeof inner === 'object') open.push({ value: inner, depth: depth + 1 })
  }
  return false
}
