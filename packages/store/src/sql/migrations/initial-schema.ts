/**
 * The first schema. `documents.doc` and `log_entries.entry` are `json`, because `jsonb` changes the order of members
 * and rejects NUL. An entry of an index is `name=value`.
 */
export const initialSchema = `
create sequence carebench.revisions;

create table carebench.collections (
  name text collate "C" primary key,
  index_version integer not null
);

create table carebench.documents (
  collection text collate "C" not null,
  id text collate "C" not null,
  created_at text collate "C" not null,
  revision bigint not null,
  due_at double precision,
  unique_entries text[] not null,
  filter_entries text[] not null,
  doc json not null,
  primary key (collection, id)
);
create index documents_in_order on carebench.documents (collection, created_at, id);
create index documents_due on carebench.documents (collection, due_at, id) where due_at is not null;

create table carebench.unique_keys (
  collection text collate "C" not null,
  entry text collate "C" not null,
  id text collate "C" not null,
  primary key (collection, entry)
);

create table carebench.filter_values (
  collection text collate "C" not null,
  entry text collate "C" not null,
  created_at text collate "C" not null,
  id text collate "C" not null,
  primary key (collection, entry, created_at, id)
);

create table carebench.log_entries (
  log text collate "C" not null,
  seq bigint not null,
  sealed boolean not null,
  append_key text,
  entry json not null,
  primary key (log, seq)
);

-- Inserts entries after the one before them, unless that is missing or a seal. Returns whether all were inserted.
create function carebench.insert_entries(
  p_log text, p_seq bigint, p_sealed boolean, p_key text, p_entries json[]
) returns boolean language plpgsql as $body$
declare
  inserted integer;
  size integer := cardinality(p_entries);
begin
  insert into carebench.log_entries (log, seq, sealed, append_key, entry)
    select p_log, p_seq + k, p_sealed and k = size - 1, case when k = 0 then p_key end, p_entries[k + 1]
    from generate_series(0, size - 1) as k
    where p_seq = 1 or exists (
      select from carebench.log_entries as former
      where former.log = p_log and former.seq = p_seq - 1 and not former.sealed
    )
    on conflict do nothing;
  get diagnostics inserted = row_count;
  return inserted = size and (size > 0 or p_seq = 1 + (
    select coalesce(max(seq), 0) from carebench.log_entries where log = p_log
  ));
end $body$;

-- Why entries cannot be appended to a log.
create function carebench.append_failure(p_log text) returns jsonb language sql stable as $body$
  select coalesce(
    (
      select jsonb_build_object('reason', case when sealed then 'sealed' else 'sequence' end, 'nextSeq', seq + 1)
      from carebench.log_entries where log = p_log order by seq desc limit 1
    ),
    jsonb_build_object('reason', 'sequence', 'nextSeq', 1)
  )
$body$;

-- Appends entries or none. Returns null, or why there are none.
create function carebench.append_entries(
  p_log text, p_seq bigint, p_sealed boolean, p_key text, p_entries json[]
) returns jsonb language plpgsql as $body$
declare
  failure jsonb;
begin
  if cardinality(p_entries) > 0 then
    begin
      if not carebench.insert_entries(p_log, p_seq, p_sealed, p_key, p_entries) then
        raise exception using errcode = 'CB001';
      end if;
      return null;
    exception when sqlstate 'CB001' then
      perform from carebench.log_entries where log = p_log and seq = p_seq and append_key = p_key;
      if found then
        return null;
      end if;
    end;
  end if;
  failure := carebench.append_failure(p_log);
  if cardinality(p_entries) = 0 and failure ->> 'reason' = 'sequence' and (failure ->> 'nextSeq')::bigint = p_seq then
    return null;
  end if;
  return failure;
end $body$;

-- Executes all writes and appends of a plan, or none. Documents and entries are numbered from 1 in their arrays. \
Locks are
-- taken in one order, so that commits that overlap wait for each other.
create function carebench.commit_plan(p_plan jsonb, p_docs json[], p_entries json[]) returns jsonb
language plpgsql as $body$
declare
  new_revision bigint := nextval('carebench.revisions');
  failure jsonb;
  failed integer;
  part jsonb;
  number integer;
  old_revision bigint;
  old_created text;
  old_unique text[];
  old_filters text[];
  new_unique text[];
  new_filters text[];
  new_entry text;
begin
  begin
    for part, number in
      select value, ordinality - 1 from jsonb_array_elements(p_plan -> 'writes') with ordinality
      order by (value ->> 'collection') collate "C", (value ->> 'id') collate "C"
    loop
      if part ->> 'kind' = 'check' then
        select revision into old_revision from carebench.documents
          where collection = part ->> 'collection' and id = part ->> 'id' for share;
      elsif part ->> 'kind' <> 'insert' then
        select revision, created_at, unique_entries, filter_entries
          into old_revision, old_created, old_unique, old_filters from carebench.documents
          where collection = part ->> 'collection' and id = part ->> 'id' for update;
      end if;
      if part ->> 'kind' <> 'insert' then
        if not found then
          if failed is null or number < failed then
            failed := number;
            failure := jsonb_build_object('index', number, 'reason', 'missing');
          end if;
          continue;
        end if;
        if part ->> 'kind' = 'update' and old_created <> part ->> 'created_at' then
          failure := jsonb_build_object('index', number, 'reason', 'moved', 'from', old_created);
          raise exception using errcode = 'CB001';
        end if;
        if old_revision <> (part ->> 'revision')::bigint then
          if failed is null or number < failed then
            failed := number;
            failure := jsonb_build_object('index', number, 'reason', 'revision', 'current', old_revision);
          end if;
          continue;
        end if;
      end if;
      continue when part ->> 'kind' = 'check';
      new_unique := array(select jsonb_array_elements_text(part -> 'unique'));
      new_filters := array(select jsonb_array_elements_text(part -> 'filters'));
      if part ->> 'kind' = 'insert' then
        insert into carebench.documents
            (collection, id, created_at, revision, due_at, unique_entries, filter_entries, doc)
          values (
            part ->> 'collection', part ->> 'id', part ->> 'created_at', new_revision,
            (part ->> 'due_at')::double precision, new_unique, new_filters, p_docs[(part ->> 'doc')::integer]
          )
          on conflict do nothing;
        if not found then
          if failed is null or number < failed then
            failed := number;
            failure := jsonb_build_object('index', number, 'reason', 'exists');
          end if;
          continue;
        end if;
      else
        if part ->> 'kind' = 'delete' then
          delete from carebench.documents where collection = part ->> 'collection' and id = part ->> 'id';
        else
          update carebench.documents
            set revision = new_revision, due_at = (part ->> 'due_at')::double precision,
              unique_entries = new_unique, filter_entries = new_filters, doc = p_docs[(part ->> 'doc')::integer]
            where collection = part ->> 'collection' and id = part ->> 'id';
        end if;
        if old_unique <> new_unique then
          delete from carebench.unique_keys
            where collection = part ->> 'collection' and entry = any(old_unique) and entry <> all(new_unique);
        end if;
        if old_filters <> new_filters then
          delete from carebench.filter_values
            where collection = part ->> 'collection' and entry = any(old_filters) and entry <> all(new_filters)
              and created_at = old_created and id = part ->> 'id';
        end if;
      end if;
      if part ->> 'kind' = 'insert' or old_filters <> new_filters then
        insert into carebench.filter_values (collection, entry, created_at, id)
          select part ->> 'collection', entry, part ->> 'created_at', part ->> 'id' from unnest(new_filters) as entry
          on conflict do nothing;
      end if;
    end loop;
    if failed is not null then
      raise exception using errcode = 'CB001';
    end if;

    for part, number, new_entry in
      select w.part, w.position - 1, u.entry
      from jsonb_array_elements(p_plan -> 'writes') with ordinality as w (part, position),
        jsonb_array_elements_text(w.part -> 'unique') as u (entry)
      order by (w.part ->> 'collection') collate "C", u.entry collate "C", w.position
    loop
      insert into carebench.unique_keys (collection, entry, id)
        values (part ->> 'collection', new_entry, part ->> 'id')
        on conflict do nothing;
      if not found then
        perform from carebench.unique_keys
          where collection = part ->> 'collection' and entry = new_entry and id = part ->> 'id';
        if not found and (failed is null or number < failed) then
          failed := number;
          failure := jsonb_build_object('index', number, 'reason', 'unique', 'unique', split_part(new_entry, '=', 1));
        end if;
      end if;
    end loop;
    if failed is not null then
      raise exception using errcode = 'CB001';
    end if;

    for part, number in
      select value, ordinality - 1 from jsonb_array_elements(p_plan -> 'appends') with ordinality
      order by (value ->> 'log') collate "C"
    loop
      if not carebench.insert_entries(
        part ->> 'log', (part ->> 'seq')::bigint, (part ->> 'sealed')::boolean, null,
        p_entries[(part ->> 'first')::integer : (part ->> 'first')::integer + (part ->> 'count')::integer - 1]
      ) or ((part ->> 'count')::integer = 0 and carebench.append_failure(part ->> 'log') ->> 'reason' = 'sealed') then
        failure := jsonb_build_object('index', number, 'log', part ->> 'log');
        raise exception using errcode = 'CB001';
      end if;
    end loop;
    return jsonb_build_object('ok', true, 'revision', new_revision);
  exception when sqlstate 'CB001' then
    if failure ? 'log' then
      failure := failure - 'log' || carebench.append_failure(failure ->> 'log');
    end if;
    return jsonb_build_object('ok', false, 'failed', failure);
  end;
end $body$;
`
