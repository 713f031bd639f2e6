import type { ComponentType } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Authority } from './authority.ts'
import type { Words } from './i18n.ts'
import type { SearchShape, SearchValues } from './search.ts'
import { formatSearch, parseSearch } from './search.ts'

/** `/strategy/detail/:strategy/:id` → `{ strategy: string; id: string }` */
type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [N in Name]: string } & PathParams<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? { readonly [N in Name]: string }
    : Record<never, never>

/** public: without sign-in; open: the same without any frame, for pages that others may show in theirs; standalone: signed in, without menu; workspace: inside the layout. */
export type Area = 'public' | 'open' | 'standalone' | 'workspace'

interface Definition<P extends string, S extends SearchShape> {
  readonly path: P
  readonly title: Words
  /** Default 'workspace'. */
  readonly area?: Area
  /** Typed query of the page's address: filters, paging, sort. Defaults are left out of the address. */
  readonly search?: S
  /** Without this authority the page answers 403 in its place. */
  readonly authority?: Authority
  /** The page above it, for breadcrumb and selected menu entry of pages that the menu does not list. */
  readonly parent?: () => AnyPage
  /** `() => import('./order-list.tsx')`: the file's default export is the screen. */
  load(): Promise<{ readonly default: ComponentType }>
}

type HrefInput<P extends string, S extends SearchShape> =
  PathParams<P> extends Record<string, never>
    ? [input?: { readonly search?: Partial<SearchValues<S>> }]
    : keyof PathParams<P> extends never
      ? [input?: { readonly search?: Partial<SearchValues<S>> }]
      : [input: { readonly params: PathParams<P>; readonly search?: Partial<SearchValues<S>> }]

/** Changes part of the page's address. `replace` leaves no step in the browser's history. */
type PatchSearch<S extends SearchShape> = (
  patch: Partial<SearchValues<S>>,
  options?: { readonly replace?: boolean },
) => void

export interface Page<P extends string = string, S extends SearchShape = SearchShape> extends Definition<P, S> {
  readonly area: Area
  href(...input: HrefInput<P, S>): string
  useParams(): PathParams<P>
  useSearch(): readonly [SearchValues<S>, PatchSearch<S>]
}

/** A page whose parameters do not matter here. */
export type AnyPage = Pick<Page, 'path' | 'title' | 'area' | 'load'> & {
  readonly authority?: Authority
  readonly parent?: () => AnyPage
}

/** One entry of a screen folder's table of contents: address, title, typed parameters, lazily loaded screen. */
export function definePage<const P extends `/${string}`, const S extends SearchShape = Record<never, never>>(
  definition: Definition<P, S>,
): Page<P, S> {
  const shape = definition.search ?? ({} as S) // without `search` the shape is the empty one
  return {
    area: 'workspace',
    ...definition,
    href: (...[input]) => writeHref(definition.path, shape, input ?? {}),
    // The router only renders this page where its pattern matched, so every parameter is there.
    useParams: () => useParams() as PathParams<P>,
    useSearch: () => useTypedSearch(shape),
  }
}

function writeHref<S extends SearchShape>(
  path: string,
  shape: S,
  input: { readonly params?: Readonly<Record<string, string>>; readonly search?: Partial<SearchValues<S>> },
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const query = formatSearch(shape, input.search ?? {}).toString()
  return query === '' ? filled : `${filled}?${query}`
}

function useTypedSearch<S extends SearchShape>(shape: S): readonly [SearchValues<S>, PatchSearch<S>] {
  const [search, setSearch] = useSearchParams()
  const values = parseSearch(shape, search)
  return [
    values,
    (patch, options) => setSearch(formatSearch(shape, { ...values, ...patch }), { replace: options?.replace ?? false }),
  ]
}
