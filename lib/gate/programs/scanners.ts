/** Scanners of dependencies and policies, and tools that read or ask about what runs in a cluster or a service. */
import { acts, installs, MARK, marks, publishes } from "../grammar/marks.ts";
import { toolset } from "../grammar/tool.ts";
import { type Behaviour, defineProgram, type Program } from "../program.ts";

const service: Behaviour = marks({ kind: "network", program: MARK.publish });

/** Options that choose the service, or what proves who asks. */
const ELSEWHERE =
  /^--?(?:address|http-addr|server|api-url|endpoint|host|token|kubeconfig|ca-|client-|n$|node)/;

const named = (
  names: string,
  lists: { readonly asks: string; readonly changes: string; readonly values?: string },
): Program => {
  const options = {
    values: `-n --namespace --context --kubeconfig -o --output -l --selector -e --environment ${
      lists.values ?? ""
    }`,
  };
  return defineProgram({
    names,
    options,
    commands: {
      [lists.asks]: {
        options,
        // With another address it is asked who knows whom.
        effects: (_, call) =>
          call.args.some((word) => word.value === null || ELSEWHERE.test(word.value))
            ? [{ kind: "network", word: call.program }]
            : [{ kind: "network", program: MARK.query }],
      },
      [lists.changes]: { ...service, options },
    },
  });
};

/** Scanners, policies, clusters, services. */
export const scanners: readonly Program[] = [
  toolset("opa regal", {
    shared: {
      loads: "-d --data -b --bundle -p --policy -c --config-file -i --input",
      values: "-f --format --namespace -t --timeout -r --run --threshold --output",
      changes: "-w --write",
    },
    commands: { "eval|test|check|inspect|parse|deps|version|lint|verify|capabilities|bench|parse": {} },
    others: { "run|exec|pull|push": publishes, "fmt|fix|build|sign|new|init": acts },
  }),
  named("tkn kn cmctl", {
    asks:
      "version|list|describe|pipeline list|pipeline describe|pipelinerun list|pipelinerun describe|pipelinerun logs|task list|taskrun list|taskrun logs|service list|service describe|revision list|route list|inspect|status",
    changes:
      "create|delete|start|cancel|pipeline start|pipeline delete|task start|service create|service update|service delete|renew|approve|deny|convert|upgrade",
  }),
  named("consul nomad", {
    asks:
      "members|info|version|validate|catalog|catalog services|catalog nodes|catalog datacenters|operator raft list-peers|intention list|status|node status|job status|alloc status|server members|job validate|operator autopilot get-config|deployment list|deployment status|namespace list|namespace status",
    changes:
      "agent|join|leave|kv put|kv delete|kv get|kv|exec|event|force-leave|keygen|keyring|lock|maint|reload|services register|services deregister|snapshot|connect|acl|config|login|logout|job run|job stop|run|stop|plan|job plan|system gc|alloc exec|alloc stop|alloc restart|node drain|node eligibility|var|operator|intention create|intention delete",
    values: "-address -token -http-addr -namespace -region",
  }),
  named("rabbitmqctl rabbitmq-diagnostics rabbitmq-queues", {
    asks:
      "status|cluster_status|list_queues|list_exchanges|list_bindings|list_connections|list_channels|list_consumers|list_vhosts|list_users|list_permissions|list_user_permissions|list_policies|list_parameters|ping|version|check_running|check_local_alarms|check_port_connectivity|memory_breakdown|alarms|node_health_check|listeners|list_feature_flags",
    changes:
      "add_user|delete_user|change_password|set_permissions|clear_permissions|set_user_tags|add_vhost|delete_vhost|set_policy|clear_policy|stop|stop_app|start_app|reset|force_reset|join_cluster|forget_cluster_node|purge_queue|delete_queue|close_connection|eval|import_definitions|export_definitions|environment|report|rotate_logs|shutdown|sync_queue|enable_feature_flag",
    values: "-p --vhost -n --node -t --timeout",
  }),
  named("notation", {
    asks: "verify|list|inspect|version|policy show|cert list|plugin list",
    changes:
      "sign|login|logout|cert add|cert delete|cert generate-test|key add|key delete|policy import|plugin install",
  }),
  toolset("ct garden", {
    shared: { loads: "-f --filename --config", values: "-p --profile --target-branch --charts" },
    commands: {
      "diagnose|schema list|lint|list-changed|version|doctor|alpha tiltfile-result|validate|get status": {},
    },
    others: {
      "dev|run|deploy|delete|debug|apply|render|build|test|up|down|ci|install|lint-and-install|verify|exec|trigger":
        acts,
      "init|fix": installs,
    },
  }),
];
