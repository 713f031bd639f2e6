import { useMutation, useQueryClient } from '@tanstack/react-query'
import { message } from '../../../../lib/announce.ts'
import { describeError } from '../../../../lib/describe-error.ts'

/** What somebody does with vouchers; where another was first, the sentence says what they did, and the list is read anew. */
export function useVoucherAct<T>(act: (input: T) => Promise<string>, onDone: () => void) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'voucher' })
  return useMutation({
    mutationFn: act,
    onSuccess: async said => {
      message.success(said)
      onDone()
      await refresh()
    },
    onError: async error => {
      message.error(describeError(error).message)
      await refresh()
    },
  })
}
