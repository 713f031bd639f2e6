import type { Sentences } from '@sluice/contract'

/** What the engine says about how strategies do. */
export const healthSentences: Sentences = {
  'Look at the mapped fields that are named, and save a version that fits.':
    'Veja os campos mapeados citados e salve uma versão que sirva.',
  'The connector {name} is cut off after failures in a row.': 'O conector {name} está bloqueado após falhas seguidas.',
  'Look at its calls; it is tried again by itself from time to time.':
    'Veja suas chamadas; ele é tentado de novo sozinho de tempos em tempos.',
  'The connector {name} did not pass its last test.': 'O conector {name} não passou no último teste.',
  'Test the connector and mend what the failed step names.':
    'Teste o conector e corrija o que a etapa com falha indica.',
  'No living process serves the process pool {name}.': 'Nenhum processo ativo atende o pool de processos {name}.',
  'Start a process with the label {label}.': 'Inicie um processo com o rótulo {label}.',
  '{errors} records failed and {written} were written in the window: {percent} % errors, from {fromPercent} % on that is too many.':
    '{errors} registros falharam e {written} foram gravados na janela: {percent} % de erros; a partir de {fromPercent} % é demais.',
  'The last run failed.': 'A última execução falhou.',
  'Not at the target: {rejected} rows rejected by the last run, {inError} records in error or without an answer.':
    'Fora do destino: {rejected} linhas rejeitadas pela última execução, {inError} registros com erro ou sem resposta.',
  'Look at the error data: most of it usually has one cause.':
    'Veja os dados com erro: em geral a maior parte tem uma só causa.',
  'The last {failures} runs failed, from {from} on that is too many.':
    'As últimas {failures} execuções falharam; a partir de {from} é demais.',
  'Look at the log of the last run, then check the strategy.':
    'Veja o log da última execução e depois verifique a estratégia.',
  'It has been started and never dispatched, for three slots of its schedule.':
    'Ela foi iniciada e nunca despachada, por três horários da sua programação.',
  'It was last dispatched on {at}, three slots of its schedule ago or more.':
    'O último despacho foi em {at}, há pelo menos três horários da sua programação.',
  'Look at what its queued run waits for, and whether a scheduler is running.':
    'Veja o que a execução na fila espera e se há um agendador ativo.',
  'Its last {runs} runs ended well without a record, and none before them brought one.':
    'As últimas {runs} execuções terminaram bem sem nenhum registro, e nenhuma anterior trouxe um.',
  'Nothing new came in the window; in the same hours of the last four weeks it was {usual} on average.':
    'Nada novo chegou na janela; no mesmo horário das últimas quatro semanas a média foi {usual}.',
  'Look at the source: is it still written to, and do filter and increment still find its rows?':
    'Veja a origem: ela ainda recebe dados, e o filtro e o incremento ainda encontram suas linhas?',
  '{backlog} records wait to be written, more than {above}.': '{backlog} registros esperam gravação, mais de {above}.',
  'Give the process pool more places, or the target larger batches.':
    'Dê mais vagas ao pool de processos, ou lotes maiores ao destino.',
  'What has waited longest has done so for {minutes} minutes, more than {above}.':
    'O que espera há mais tempo espera há {minutes} minutos, mais de {above}.',
  'Its budget for errors goes {burn} times too fast in the last {hours} h: {left} % is left of what {days} days may have at {percent} % success.':
    'O orçamento de erros se gasta {burn} vezes mais rápido que o permitido nas últimas {hours} h: resta {left} % do que {days} dias podem ter com {percent} % de sucesso.',
  'Its budget for old data goes {burn} times too fast in the last {hours} h: {left} % is left of what {days} days may have at {minutes} minutes in {percent} % of the time.':
    'O orçamento de dados velhos se gasta {burn} vezes mais rápido que o permitido nas últimas {hours} h: resta {left} % do que {days} dias podem ter com {minutes} minutos em {percent} % do tempo.',
  'Dispatch the strategy now, or look at why its records wait for a retry.':
    'Despache a estratégia agora, ou veja por que seus registros esperam nova tentativa.',
  'Parquet of so many rows and columns takes more memory than one export may use.':
    'Um Parquet com tantas linhas e colunas exige mais memória do que uma exportação pode usar.',
  'Narrow the filter, or choose CSV or JSON Lines.': 'Restrinja o filtro ou escolha CSV ou JSON Lines.',
  'A sheet holds {rows} rows, and there are more.': 'Uma planilha comporta {rows} linhas, e há mais.',
  'Narrow the filter, or choose CSV, JSON Lines or Parquet.':
    'Restrinja o filtro ou escolha CSV, JSON Lines ou Parquet.',
  'Its budget for errors is used up, that of {days} days at {percent} % success: in the last {hours} h errors came {burn} times too fast.':
    'O orçamento de erros acabou, o de {days} dias com {percent} % de sucesso: nas últimas {hours} h os erros vieram {burn} vezes rápido demais.',
  'Its budget for old data is used up, that of {days} days at {minutes} minutes in {percent} % of the time: in the last {hours} h data was old {burn} times too often.':
    'O orçamento de dados antigos acabou, o de {days} dias com {minutes} minutos em {percent} % do tempo: nas últimas {hours} h os dados ficaram antigos {burn} vezes mais que o permitido.',
}
