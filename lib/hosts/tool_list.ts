/** The family's tools, in the order in which they are listed. */
import type { ToolEntry } from "../core/tool.ts";
import { analyzeDisk } from "./tools/analyze_disk.ts";
import { assignDomain } from "./tools/assign_domain.ts";
import { boostServer } from "./tools/boost_server.ts";
import { cancelProgram } from "./tools/cancel_program.ts";
import { changeServiceState } from "./tools/change_service_state.ts";
import { checkPort } from "./tools/check_port.ts";
import { cronList } from "./tools/cron_list.ts";
import { cronRemove } from "./tools/cron_remove.ts";
import { cronUpsert } from "./tools/cron_upsert.ts";
import { describeMikrusCapabilities } from "./tools/describe_mikrus_capabilities.ts";
import { dockerRecreateApply } from "./tools/docker_recreate_apply.ts";
import { dockerRecreatePlan } from "./tools/docker_recreate_plan.ts";
import { dockerRuntimeSnapshot } from "./tools/docker_runtime_snapshot.ts";
import { executeProgram } from "./tools/execute_program.ts";
import { filePatchAtomic } from "./tools/file_patch_atomic.ts";
import { findSystemErrors } from "./tools/find_system_errors.ts";
import { getCloud } from "./tools/get_cloud.ts";
import { getDbInfo } from "./tools/get_db_info.ts";
import { getDockerLogs } from "./tools/get_docker_logs.ts";
import { getDockerStats } from "./tools/get_docker_stats.ts";
import { getJournalLogs } from "./tools/get_journal_logs.ts";
import { getLogById } from "./tools/get_log_by_id.ts";
import { getLogs } from "./tools/get_logs.ts";
import { getMemoryInfo } from "./tools/get_memory_info.ts";
import { getNetworkInfo } from "./tools/get_network_info.ts";
import { getPorts } from "./tools/get_ports.ts";
import { getProcessTree } from "./tools/get_process_tree.ts";
import { getProgramResult } from "./tools/get_program_result.ts";
import { getProgramStatus } from "./tools/get_program_status.ts";
import { getServerInfo } from "./tools/get_server_info.ts";
import { getServerStats } from "./tools/get_server_stats.ts";
import { getServiceStatus } from "./tools/get_service_status.ts";
import { listConfiguredServers } from "./tools/list_configured_servers.ts";
import { listDirectory } from "./tools/list_directory.ts";
import { listDockerContainers } from "./tools/list_docker_containers.ts";
import { listProcesses } from "./tools/list_processes.ts";
import { listServers } from "./tools/list_servers.ts";
import { readFile } from "./tools/read_file.ts";
import { remoteJobCancel } from "./tools/remote_job_cancel.ts";
import { remoteJobOutput } from "./tools/remote_job_output.ts";
import { remoteJobResult } from "./tools/remote_job_result.ts";
import { remoteJobStart } from "./tools/remote_job_start.ts";
import { remoteJobStatus } from "./tools/remote_job_status.ts";
import { remoteJobWait } from "./tools/remote_job_wait.ts";
import { restartServer } from "./tools/restart_server.ts";
import { searchInFiles } from "./tools/search_in_files.ts";
import { searchJournalLogs } from "./tools/search_journal_logs.ts";
import { serviceWait } from "./tools/service_wait.ts";
import { startProgram } from "./tools/start_program.ts";
import { tailFile } from "./tools/tail_file.ts";
import { terminateProcess } from "./tools/terminate_process.ts";
import { updateSystem } from "./tools/update_system.ts";
import { writeFile } from "./tools/write_file.ts";

/** Each with its run function. */
export const tools: readonly ToolEntry[] = [
  { tool: listConfiguredServers, load: () => import("./tools/list_configured_servers.run.ts") },
  { tool: describeMikrusCapabilities, load: () => import("./tools/describe_mikrus_capabilities.run.ts") },
  { tool: getServerInfo, load: () => import("./tools/get_server_info.run.ts") },
  { tool: listServers, load: () => import("./tools/list_servers.run.ts") },
  { tool: getServerStats, load: () => import("./tools/get_server_stats.run.ts") },
  { tool: restartServer, load: () => import("./tools/restart_server.run.ts") },
  { tool: getLogs, load: () => import("./tools/get_logs.run.ts") },
  { tool: getLogById, load: () => import("./tools/get_log_by_id.run.ts") },
  { tool: boostServer, load: () => import("./tools/boost_server.run.ts") },
  { tool: getDbInfo, load: () => import("./tools/get_db_info.run.ts") },
  { tool: getPorts, load: () => import("./tools/get_ports.run.ts") },
  { tool: getCloud, load: () => import("./tools/get_cloud.run.ts") },
  { tool: assignDomain, load: () => import("./tools/assign_domain.run.ts") },
  { tool: readFile, load: () => import("./tools/read_file.run.ts") },
  { tool: writeFile, load: () => import("./tools/write_file.run.ts") },
  { tool: getServiceStatus, load: () => import("./tools/get_service_status.run.ts") },
  { tool: changeServiceState, load: () => import("./tools/change_service_state.run.ts") },
  { tool: analyzeDisk, load: () => import("./tools/analyze_disk.run.ts") },
  { tool: checkPort, load: () => import("./tools/check_port.run.ts") },
  { tool: listProcesses, load: () => import("./tools/list_processes.run.ts") },
  { tool: terminateProcess, load: () => import("./tools/terminate_process.run.ts") },
  { tool: updateSystem, load: () => import("./tools/update_system.run.ts") },
  { tool: listDirectory, load: () => import("./tools/list_directory.run.ts") },
  { tool: tailFile, load: () => import("./tools/tail_file.run.ts") },
  { tool: searchInFiles, load: () => import("./tools/search_in_files.run.ts") },
  { tool: executeProgram, load: () => import("./tools/execute_program.run.ts") },
  { tool: startProgram, load: () => import("./tools/start_program.run.ts") },
  { tool: getProgramStatus, load: () => import("./tools/get_program_status.run.ts") },
  { tool: getProgramResult, load: () => import("./tools/get_program_result.run.ts") },
  { tool: cancelProgram, load: () => import("./tools/cancel_program.run.ts") },
  { tool: remoteJobStart, load: () => import("./tools/remote_job_start.run.ts") },
  { tool: remoteJobStatus, load: () => import("./tools/remote_job_status.run.ts") },
  { tool: remoteJobWait, load: () => import("./tools/remote_job_wait.run.ts") },
  { tool: remoteJobResult, load: () => import("./tools/remote_job_result.run.ts") },
  { tool: remoteJobOutput, load: () => import("./tools/remote_job_output.run.ts") },
  { tool: remoteJobCancel, load: () => import("./tools/remote_job_cancel.run.ts") },
  { tool: filePatchAtomic, load: () => import("./tools/file_patch_atomic.run.ts") },
  { tool: cronList, load: () => import("./tools/cron_list.run.ts") },
  { tool: cronUpsert, load: () => import("./tools/cron_upsert.run.ts") },
  { tool: cronRemove, load: () => import("./tools/cron_remove.run.ts") },
  { tool: dockerRuntimeSnapshot, load: () => import("./tools/docker_runtime_snapshot.run.ts") },
  { tool: dockerRecreatePlan, load: () => import("./tools/docker_recreate_plan.run.ts") },
  { tool: dockerRecreateApply, load: () => import("./tools/docker_recreate_apply.run.ts") },
  { tool: serviceWait, load: () => import("./tools/service_wait.run.ts") },
  { tool: getMemoryInfo, load: () => import("./tools/get_memory_info.run.ts") },
  { tool: getNetworkInfo, load: () => import("./tools/get_network_info.run.ts") },
  { tool: getProcessTree, load: () => import("./tools/get_process_tree.run.ts") },
  { tool: listDockerContainers, load: () => import("./tools/list_docker_containers.run.ts") },
  { tool: getDockerLogs, load: () => import("./tools/get_docker_logs.run.ts") },
  { tool: getDockerStats, load: () => import("./tools/get_docker_stats.run.ts") },
  { tool: getJournalLogs, load: () => import("./tools/get_journal_logs.run.ts") },
  { tool: findSystemErrors, load: () => import("./tools/find_system_errors.run.ts") },
  { tool: searchJournalLogs, load: () => import("./tools/search_journal_logs.run.ts") },
];
