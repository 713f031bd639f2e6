import { useMutation } from '@tanstack/react-query'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { connectorGrant } from '../pages.ts'

/** Where authorization servers send the browser back; it is registered there. */
export const readCallbackAddress = (): string => `${location.origin}${connectorGrant.href()}`

/** Of this browser tab: the one that leaves is the one that comes back. */
const KEPT = 'connector_grant'

interface Begun {
  readonly state: string
  readonly connectorId: string
}

/** Leaves for the authorization server, which sends the browser back to the page of grants. */
export function useGrant(connectorId: string) {
  return useMutation({
    mutationFn: () =>
      api.connectorGrant.begin({ params: { id: connectorId }, body: { redirect_uri: readCallbackAddress() } }),
    onSuccess: ({ content: { authorize_url } }) => {
      keepBegun({ connectorId, state: new URL(authorize_url).searchParams.get('state') ?? '' })
      location.assign(authorize_url)
    },
    onError: error => message.error(describeError(error).message),
  })
}

const keepBegun = (begun: Begun): void => sessionStorage.setItem(KEPT, JSON.stringify(begun))

/** Whose grant comes back; null: it was begun elsewhere. Only says where to go on, so it need not be proved. */
export function findBegun(state: string | undefined): string | null {
  try {
    const begun: Partial<Begun> | null = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null')
    return begun?.state === state && typeof begun?.connectorId === 'string' ? begun.connectorId : null
  } catch {
    return null // hand-edited storage is not worth an error page
  }
}
