import { ApiError } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { message, notification } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useCan } from '../../../../lib/session.ts'
import { FileButton } from '../../../../ui/file-button.tsx'
import { useText } from '../use-text.ts'

/** As the route takes it. */
const MOST_BYTES = 2 ** 20
type Document = Parameters<typeof api.digraph.import>[0]['body']

/** Takes a dashboard from a file; what is wrong with it is told by field. */
export function ImportButton() {
  const text = useText()
  const can = useCan()
  const client = useQueryClient()
  const load = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MOST_BYTES) throw new Error(text.tooLarge)
      return api.digraph.import({ body: readDocument(await file.text(), text.notJson) })
    },
    onSuccess: async ({ content }) => {
      message.success(text.imported(content.name))
      await client.invalidateQueries({ queryKey: ['digraph'] })
    },
    onError: error => {
      const faults = readFaults(error).map(({ field, message: why }) => text.refusedAt(field, why))
      notification.error({
        title: text.refusedTitle,
        description: faults.length > 0 ? faults.join('\n') : describeError(error).message,
      })
    },
  })
  if (!can('digraph:import')) return null
  return <FileButton label={text.import} accept=".json" onFile={file => load.mutate(file)} />
}

/** The server checks every value of it. @throws where it is no JSON */
function readDocument(written: string, notJson: string): Document {
  try {
    return JSON.parse(written) as Document
  } catch {
    throw new Error(notJson)
  }
}

const MOST_FAULTS = 5

function readFaults(error: unknown): { readonly field: string; readonly message: string }[] {
  if (!(error instanceof ApiError) || error.status !== 422) return []
  const content = (error.body?.content ?? []) as { readonly field?: string; readonly message?: string }[] // the envelope of a 422
  return content
    .flatMap(({ field, message: why }) => (field === undefined || why === undefined ? [] : { field, message: why }))
    .slice(0, MOST_FAULTS)
}
