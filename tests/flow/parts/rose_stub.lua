-- A stand-in for the tools of a Neovim plugin: files, buffers and the account of them are real; what a language
-- server or a linter would say is put in by the test. Written for Neovim 0.7 (`vim.loop`).
local uv, api = vim.loop, vim.api
local M = {
  workspace = nil, -- real path, set by `setup`
  calls = {}, -- every call, as { name, args }
  answers = {}, -- by tool name: a function of the arguments, in place of what stands below
  context = {}, -- fields laid over the context; vim.NIL takes one away
  observed = {}, -- set of relative paths
}

function M.setup(workspace)
  M.workspace = assert(uv.fs_realpath(workspace))
end

local function absolute(path)
  assert(type(path) == "string" and path ~= "" and path:sub(1, 1) ~= "/", "relative path expected")
  assert(not ("/" .. path .. "/"):find("/../", 1, true), "path leaves the workspace")
  return M.workspace .. "/" .. path
end

local function relative(name)
  local top = M.workspace .. "/"
  return name:sub(1, #top) == top and name:sub(#top + 1) or nil
end

local function from_disk(path)
  local file = io.open(path, "rb")
  if not file then
    return nil
  end
  local content = file:read("*a")
  file:close()
  return content
end

local function of_buffer(buffer)
  local text = table.concat(api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
  return vim.bo[buffer].endofline and text .. "\n" or text
end

-- Buffers of workspace files, as { buffer, relative path }.
local function buffers()
  local found = {}
  for _, buffer in ipairs(api.nvim_list_bufs()) do
    local path = relative(api.nvim_buf_get_name(buffer))
    if path and vim.bo[buffer].buftype == "" then
      found[#found + 1] = { buffer, path }
    end
  end
  return found
end

local function loaded(path)
  for _, pair in ipairs(buffers()) do
    if pair[2] == path and api.nvim_buf_is_loaded(pair[1]) then
      return pair[1]
    end
  end
end

local function disk_record(path)
  local stat = uv.fs_stat(path)
  if not stat then
    return { exists = false }
  end
  return {
    exists = true,
    type = stat.type,
    size = stat.size,
    ino = stat.ino,
    dev = stat.dev,
    mtime = stat.mtime,
    ctime = stat.ctime,
    sha256 = stat.type == "file" and vim.fn.sha256(from_disk(path)) or nil,
  }
end

local function snapshot()
  local records = vim.empty_dict()
  for path in pairs(M.observed) do
    records[path] = { path = path, buffers = {} }
  end
  for _, pair in ipairs(buffers()) do
    local buffer, path = pair[1], pair[2]
    records[path] = records[path] or { path = path, buffers = {} }
    table.insert(records[path].buffers, {
      bufnr = buffer,
      changedtick = api.nvim_buf_get_changedtick(buffer),
      modified = vim.bo[buffer].modified,
      loaded = api.nvim_buf_is_loaded(buffer),
    })
  end
  for path, record in pairs(records) do
    record.disk = disk_record(M.workspace .. "/" .. path)
  end
  return records
end

local function dirty()
  local found = {}
  for _, pair in ipairs(buffers()) do
    if vim.bo[pair[1]].modified then
      found[#found + 1] = { path = pair[2], changedtick = api.nvim_buf_get_changedtick(pair[1]) }
    end
  end
  return found
end

local tools = {}

function tools.editor_context()
  local current = api.nvim_get_current_buf()
  local context = {
    status = "ok",
    workspace = M.workspace,
    trusted = true,
    path = relative(api.nvim_buf_get_name(current)),
    bufnr = current,
    filetype = vim.bo[current].filetype,
    changedtick = api.nvim_buf_get_changedtick(current),
    modified = vim.bo[current].modified,
    loaded = true,
    dirty_buffers = dirty(),
    workspace_snapshot = snapshot(),
    workspace_snapshot_version = 1,
    lsp = { status = "unavailable", clients = {} },
    verified = false,
  }
  for key, value in pairs(M.context) do
    context[key] = value ~= vim.NIL and value or nil
  end
  return context
end

function tools.editor_diagnostics(args)
  M.observed[args.path] = true
  return { status = "unverified", diagnostics = {}, verified = false }
end

function tools.editor_lint(args)
  M.observed[args.path] = true
  return { status = "ok", verified = true, path = args.path, filetype = "python", linters = {}, scope = "linters" }
end

function tools.editor_debug(args)
  return { status = "ok", action = args.action }
end

function tools.file_read(args)
  local path = absolute(args.path)
  M.observed[args.path] = true
  local buffer = loaded(args.path)
  local content = buffer and of_buffer(buffer) or assert(from_disk(path), "no such file")
  return {
    status = "ok",
    path = args.path,
    content = content,
    sha256 = vim.fn.sha256(content),
    source = buffer and "buffer" or "disk",
    modified = buffer and vim.bo[buffer].modified or false,
  }
end

function tools.file_write(args)
  local path = absolute(args.path)
  M.observed[args.path] = true
  local old, buffer = from_disk(path), loaded(args.path)
  if args.expected_sha256 then
    assert(old and vim.fn.sha256(old) == args.expected_sha256, "the file is not the one that was read")
  end
  if buffer then
    assert(not vim.bo[buffer].modified, "the buffer has unsaved text")
    assert(not vim.bo[buffer].readonly, "the buffer is read-only")
  end
  local file = assert(io.open(path, "wb"))
  file:write(args.content)
  file:close()
  if buffer then
    local text = args.content:gsub("\n$", "")
    api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, "\n", { plain = true }))
    vim.bo[buffer].endofline = args.content:sub(-1) == "\n"
    vim.bo[buffer].modified = false
  end
  return { status = "ok", path = args.path, bytes = #args.content, sha256 = vim.fn.sha256(args.content) }
end

local text = { type = "string" }

local function schema(name, properties, required)
  return {
    type = "function",
    ["function"] = {
      name = name,
      description = "Stand-in for " .. name,
      parameters = {
        type = "object",
        properties = properties or {},
        required = required or {},
        additionalProperties = false,
      },
    },
  }
end

function M.schemas()
  return M.offered or {
    schema("editor_context", { path = text }),
    schema("editor_diagnostics", { path = text }),
    schema("editor_symbols", { path = text }),
    schema("editor_references", { path = text, line = { type = "integer", minimum = 1 } }),
    schema("editor_lint", { path = text, timeout = { type = "integer", minimum = 1, maximum = 120000 } }),
    schema("editor_check", { name = text }),
    schema("editor_scip", { action = { type = "string", enum = { "status", "symbols", "query" } } }),
    schema("editor_debug", { action = { type = "string", enum = { "status", "run" } }, name = text }),
    schema("file_read", { path = text }, { "path" }),
    schema("file_write", { path = text, content = text, expected_sha256 = text }, { "path", "content" }),
    schema("evil_lua", { code = text }),
  }
end

M.schema = schema

function M.call(name, args)
  M.calls[#M.calls + 1] = { name, args }
  local tool = M.answers[name] or tools[name]
  if not tool then
    return { status = "unavailable", error = "no such tool: " .. name }
  end
  local done, result = pcall(tool, args)
  return done and result or { status = "error", error = tostring(result) }
end

package.preload["rose.tools"] = function()
  return M
end
