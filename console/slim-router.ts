import type { Plugin } from 'vite'

/**
 * The two things of react-router's DOM part that the console uses. The part itself brings forms, fetchers, prefetching and
 * scroll restoration of data routers to every link (6 kB gzip).
 */
const DOM = `
  import { createElement, forwardRef, useCallback, useMemo } from 'react'
  import { createPath } from '../router/history.js'
  import { useHref, useLocation, useNavigate, useResolvedPath } from '../hooks.js'

  const isElsewhere = to => typeof to === 'string' && /^(?:[a-z][a-z0-9+.-]*:|\\/\\/)/i.test(to)

  const isPlain = (event, target) =>
    event.button === 0 && (!target || target === '_self') && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)

  export const Link = forwardRef(function Link({ onClick, to, target, replace, ...rest }, ref) {
    const isOut = isElsewhere(to)
    const inside = isOut ? '/' : to
    const href = useHref(inside)
    const path = useResolvedPath(inside)
    const location = useLocation()
    const navigate = useNavigate()
    const follow = event => {
      onClick?.(event)
      if (isOut || event.defaultPrevented || !isPlain(event, target)) return
      event.preventDefault()
      navigate(inside, { replace: replace ?? createPath(location) === createPath(path) })
    }
    return createElement('a', { ...rest, href: isOut ? to : href, onClick: follow, target, ref })
  })

  export function useSearchParams() {
    const { search } = useLocation()
    const navigate = useNavigate()
    const params = useMemo(() => new URLSearchParams(search), [search])
    const set = useCallback((next, options) => {
      navigate('?' + new URLSearchParams(typeof next === 'function' ? next(new URLSearchParams(params)) : next), options)
    }, [navigate, params])
    return [params, set]
  }`

/** Names that the package's index passes on; nothing of the console asks for them. */
const unused =
  'BrowserRouter Form HashRouter HistoryRouter NavLink ScrollRestoration createBrowserRouter createHashRouter useBeforeUnload useFetcher useFetchers useFormAction useLinkClickHandler usePrompt useScrollRestoration useSubmit useViewTransitionState'

const ID = '/lib/dom/lib.js'

/** When react-router moves the file, this does nothing and the check of sizes tells. */
export function slimRouter(): Plugin {
  return {
    name: 'slim-router',
    enforce: 'pre',
    apply: 'build',
    // In the place of the file itself, so that its neighbours are found.
    load: id =>
      id.includes('/react-router/dist/') && id.endsWith(ID)
        ? `${DOM}\n${unused
            .split(' ')
            .map(name => `export const ${name} = undefined`)
            .join('\n')}`
        : null,
  }
}
