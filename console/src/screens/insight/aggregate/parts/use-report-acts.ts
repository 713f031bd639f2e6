import { useMutation, useQueryClient } from '@tanstack/react-query'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import type { Report } from '../types.ts'
import { useText } from '../use-text.ts'

/** What can be done with a report; each tells that it was done. */
export function useReportActs(report: Pick<Report, 'id' | 'name'>, onRemoved?: () => void) {
  const text = useText()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['aggregate'] })
  const onError = (error: unknown) => void message.error(describeError(error).message)
  const after = (words: string) => async () => {
    message.success(words)
    await refresh()
  }
  return {
    compute: useMutation({ ...api.aggregate.compute.mutation(), onSuccess: after(text.begun), onError }),
    cancel: useMutation({ ...api.aggregate.cancel.mutation(), onSuccess: after(text.cancelled), onError }),
    copy: useMutation({
      ...api.aggregate.copy.mutation(),
      onSuccess: ({ content }) => after(text.copied(content.name))(),
      onError,
    }),
    remove: useMutation({
      ...api.aggregate.remove.mutation(),
      onSuccess: async () => {
        onRemoved?.()
        await after(text.removed)()
      },
      onError,
    }),
    download: useMutation({
      mutationFn: async (format: 'csv' | 'xlsx') =>
        saveFile(
          await api.aggregate.export({ params: { id: report.id }, query: { format } }),
          `${report.name}.${format}`,
        ),
      onError,
    }),
  }
}
