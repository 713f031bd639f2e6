import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const followSentences: Sentences = {
  "The source's server keeps {megabytes} MB for this strategy, {share} % of what it may.":
    'O servidor da origem guarda {megabytes} MB para esta estratégia, {share} % do permitido.',
  'What the source kept for this strategy was dropped, because it had grown to its limit.':
    'O que a origem guardava para esta estratégia foi descartado, porque atingiu o limite.',
  'What the source kept for this strategy was dropped, because it had grown to its limit. ({megabytes} MB)':
    'O que a origem guardava para esta estratégia foi descartado, porque atingiu o limite. ({megabytes} MB)',
  'Run the strategy in full: it reads everything anew and then follows.':
    'Execute a estratégia por completo: ela lê tudo novamente e volta a acompanhar.',
  'The source no longer has the changes that come next.': 'A origem não tem mais as alterações seguintes.',
  'This source cannot be followed; it can only be read.': 'Esta origem não pode ser acompanhada; só pode ser lida.',
  'Switch following off and choose a schedule.': 'Desative o acompanhamento e escolha uma agenda.',
  'The stream of changes broke off with an error that its connector does not know.':
    'O fluxo de alterações foi interrompido por um erro que o conector não conhece.',
  'The stream of changes ended by itself.': 'O fluxo de alterações terminou sozinho.',
  'The source does not say where it goes on.': 'A origem não diz onde continua.',
  'The increment field has no meaning while the source is followed.':
    'O campo de incremento não tem efeito enquanto a origem é acompanhada.',
  'Changes of known records are left out, because known keys are never taken again.':
    'Alterações de registros conhecidos ficam de fora, porque chaves conhecidas nunca são aceitas de novo.',
  'A record that no longer meets the filter stays at the target as it was.':
    'Um registro que deixa de atender ao filtro permanece no destino como estava.',
  'Deleted records are left alone at the target; choose what a deletion means.':
    'Registros excluídos não são tocados no destino; escolha o que uma exclusão significa.',
  'The run was ended because of an error that nothing in it had expected. The log has the details.':
    'A execução foi encerrada por um erro que nada nela esperava. O log tem os detalhes.',
  'The schedule has no meaning while the source is followed.':
    'A agenda não tem efeito enquanto a origem é acompanhada.',

  // reading
  'Rows missing because another row of the same read has their key: {count}.':
    'Linhas ausentes porque outra linha da mesma leitura tem a chave delas: {count}.',
  'Another row of this read has the same key ({key}) and other values: {fields}.':
    'Outra linha desta leitura tem a mesma chave ({key}) e outros valores: {fields}.',
  'Another row of this read has the same key ({key}) and other values.':
    'Outra linha desta leitura tem a mesma chave ({key}) e outros valores.',
  'Another row of this read is equal to this one in every field ({key}), so the two cannot be told apart.':
    'Outra linha desta leitura é igual a esta em todos os campos ({key}), por isso as duas não podem ser distinguidas.',
  'Take the fields that tell these rows apart into the key, or say in the strategy that rows of one key are versions of one record.':
    'Inclua na chave os campos que distinguem essas linhas, ou indique na estratégia que linhas de uma chave são versões de um registro.',
  'Give the table a key of its own, or say in the strategy that rows of one key are versions of one record.':
    'Dê à tabela uma chave própria, ou indique na estratégia que linhas de uma chave são versões de um registro.',
  'Records without a value in {field}: {count}. They belong to no window and are read beside it.':
    'Registros sem valor em {field}: {count}. Não pertencem a nenhuma janela e são lidos ao lado dela.',
  'The newest {field} is {rows}, which lies in the future. The cursor goes to {until} only, so that nothing is missed; rows after it are read in each run until their time has come.':
    'O {field} mais novo é {rows}, no futuro. O cursor vai só até {until}, para que nada se perca; as linhas depois dele são lidas em cada execução até chegar a sua hora.',
  'The cursor of {field} stands at {cursor}, which lies in the future, so rows with earlier times were not read. Set the cursor to the time before that, or run the strategy in full.':
    'O cursor de {field} está em {cursor}, no futuro, por isso linhas com tempos anteriores não foram lidas. Volte o cursor para antes disso, ou execute a estratégia por inteiro.',
  'The source was set back or filled anew: its newest rows lie before the cursor and were not known, and rows before them were not read. Run the strategy in full.':
    'A origem foi restaurada ou preenchida de novo: suas linhas mais novas ficam antes do cursor e não eram conhecidas, e as anteriores não foram lidas. Execute a estratégia por completo.',
  'The newest {field} of the source is {rows}, before {cursor}, where the last run had come to: its newest rows are gone, or it was set back or filled anew. Its newest rows are read once more to tell the two apart.':
    'O {field} mais novo da origem é {rows}, antes de {cursor}, onde a última execução havia chegado: as linhas mais novas sumiram, ou a origem foi restaurada ou preenchida de novo. As mais novas são lidas mais uma vez para distinguir os dois casos.',
  'The cursor lies in the future, so rows with earlier times were not read. Set it back, or run the strategy in full.':
    'O cursor está no futuro, por isso linhas com tempos anteriores não foram lidas. Volte-o, ou execute a estratégia por inteiro.',
  'Rows without a value in the increment field are too many to be read in each run; what changes in them is missed.':
    'As linhas sem valor no campo de incremento são demais para serem lidas em cada execução; o que muda nelas se perde.',
  'From now on files are known by name, size and time. Files from before {time} that are here already count as read; run the strategy in full where some may have been missed.':
    'A partir de agora os arquivos são reconhecidos por nome, tamanho e data. Arquivos anteriores a {time} que já estão aqui contam como lidos; execute a estratégia por inteiro se alguns podem ter sido perdidos.',
  'Records without a value in {field}: {count}. These are too many to be read in each run, so what changes in them is missed; fill the field, choose another one, or run the strategy in full.':
    'Registros sem valor em {field}: {count}. São demais para serem lidos em cada execução, por isso as mudanças neles se perdem; preencha o campo, escolha outro ou execute a estratégia por completo.',
  'The settings of the strategy do not say how documents without rows are written.':
    'As configurações da estratégia não dizem como documentos sem linhas são gravados.',
  'Choose the fields in the settings of the strategy, or decide otherwise.':
    'Escolha os campos nas configurações da estratégia, ou decida de outra forma.',
  'New fields of the source are copied from now on: {fields}.':
    'Campos novos da origem são copiados a partir de agora: {fields}.',
  'Mend the mapping and save the strategy, or accept in its source settings that fields of the source change.':
    'Corrija o mapeamento e salve a estratégia, ou aceite nas configurações de origem que os campos da origem mudem.',

  // far systems that fail
  'Failing since {since}, tried once.': 'Falhando desde {since}, 1 tentativa.',
  'Failing since {since}, tried {tries} times.': 'Falhando desde {since}, {tries} tentativas.',
  'Failing since {since}, tried once, next try at {next}.':
    'Falhando desde {since}, 1 tentativa, próxima tentativa às {next}.',
  'Failing since {since}, tried {tries} times, next try at {next}.':
    'Falhando desde {since}, {tries} tentativas, próxima tentativa às {next}.',
  'Failing since {since}, tried once; it is tried again when it is next needed.':
    'Falhando desde {since}, 1 tentativa; tenta de novo no próximo uso.',
  'Failing since {since}, tried {tries} times; it is tried again when it is next needed.':
    'Falhando desde {since}, {tries} tentativas; tenta de novo no próximo uso.',
  'Available again since {at}. It had been failing since {since}; failed tries: {tries}.':
    'Disponível de novo desde {at}. Estava falhando desde {since}, com {tries} tentativas sem sucesso.',
  'Ask whoever runs the far system; until then it is tried again by itself.':
    'Pergunte a quem opera o sistema externo; enquanto isso, ele é tentado de novo sozinho.',
  'The far system of the connector {name}: {trouble}': 'O sistema externo do conector {name}: {trouble~}',
  'The far system does not answer as it should.': 'O sistema externo não responde como deveria.',
  'The far system answers that it has a fault (HTTP {status}).':
    'O sistema externo responde que tem uma falha (HTTP {status}).',
  '{vanished} of {known} known documents have no rows any more and were left as they are.':
    '{vanished} de {known} documentos conhecidos não têm mais linhas e ficaram como estão.',
  'That is more than may be retired without a person: look at the source, then confirm it on the strategy.':
    'É mais do que pode ser retirado sem uma pessoa: verifique a origem e depois confirme na estratégia.',
  'Rows of the grouped strategy were rejected and could belong to them: mend these, and the next run looks again.':
    'Linhas da estratégia agrupada foram rejeitadas e podem pertencer a eles: corrija-as, e a próxima execução verifica de novo.',
  'The grouped strategy was not read to its end: run it again, and the next run looks again.':
    'A estratégia agrupada não foi lida até o fim: execute-a de novo, e a próxima execução verifica de novo.',
  'The grouped strategy is being read just now: the next run looks again.':
    'A estratégia agrupada está sendo lida agora: a próxima execução verifica de novo.',
  'Rows that are not written yet could belong to them: mend these, and the next run looks again.':
    'Linhas ainda não gravadas podem pertencer a eles: corrija-as, e a próxima execução verifica de novo.',
  '{changed} of {asked} rows were not kept as they were written. The row {row} is not there.':
    '{changed} de {asked} linhas não ficaram como foram gravadas. A linha {row} não está lá.',
  '{changed} of {asked} rows were not kept as they were written. The field {field} of the row {row} holds {held} and not {written}.':
    '{changed} de {asked} linhas não ficaram como foram gravadas. O campo {field} da linha {row} contém {held} e não {written}.',
  '{changed} of {asked} rows were not kept as they were written. The field {field} of the row {row} holds something else than {written}.':
    '{changed} de {asked} linhas não ficaram como foram gravadas. O campo {field} da linha {row} contém outra coisa que não {written}.',
  '{changed} of the first {asked} rows were not kept as they were written; the log of the run says which.':
    '{changed} das primeiras {asked} linhas não ficaram como foram gravadas; o log da execução diz quais.',
  'The rows that were written first could not be read back: {message}':
    'As linhas gravadas primeiro não puderam ser relidas: {message}',
  'Written records were not handed on to the next strategy; the log of the run says why.':
    'Os registros gravados não foram repassados à próxima estratégia; o log da execução diz por quê.',
  '{count} documents have no rows any more and were left as they are; the log of the run says why.':
    '{count} documentos não têm mais linhas e ficaram como estão; o log da execução diz por quê.',
  'The table was emptied at once (TRUNCATE): every record of it that is known here is deleted.':
    'A tabela foi esvaziada de uma vez (TRUNCATE): todo registro dela conhecido aqui é excluído.',
  'The table was emptied at once (TRUNCATE); the strategy leaves deleted records alone, so they stay at the target.':
    'A tabela foi esvaziada de uma vez (TRUNCATE); a estratégia não toca nos registros excluídos, por isso eles ficam no destino.',
  'Run the strategy in full: it reads everything anew and then follows. Or accept in its source settings that the source changes.':
    'Execute a estratégia por completo: ela lê tudo novamente e volta a acompanhar. Ou aceite nas configurações da origem que a origem muda.',
  'No row gives this document any more, and it is still at the target.':
    'Nenhuma linha forma mais este documento, e ele continua no destino.',
  'Decide what becomes of it: deleted, written with zeros, marked, or kept.':
    'Decida o que acontece com ele: excluir, gravar com zeros, marcar ou manter.',
  'The document has no field "{field}" that could be written to retire it.':
    'O documento não tem um campo "{field}" que pudesse ser gravado para retirá-lo.',
  'The strategy does not say which fields are written to retire a document.':
    'A estratégia não diz quais campos são gravados para retirar um documento.',
  'It is no document without rows.': 'Não é um documento sem linhas.',
  'There was no answer in time. Try again in a moment.': 'Não houve resposta a tempo. Tente novamente em instantes.',
  'It could not be read within the time and memory that it may take; send it in parts.':
    'Não foi possível ler dentro do tempo e da memória permitidos; envie em partes.',
  'Another record of this strategy ({record}) goes to the same row of the target ({values}).':
    'Outro registro desta estratégia ({record}) vai para a mesma linha do destino ({values}).',
  'Take every key field of the source into the key of the target, or say in the strategy that records share rows and the last one counts.':
    'Leve todos os campos-chave da origem para a chave do destino, ou diga na estratégia que registros dividem linhas e vale o último.',
}
