import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Sends queries at their times with HikariCP's pool in its default configuration, one thread per query as in a web server.
 *
 * Reads the address, then lines of time, turns and wait. Prints "ready" and the round trip, waits for a line, and
 * prints the intended, sent and answered time of each query.
 */
public class HikariPool {
  private static final int ROUND_TRIPS = 50;
  private static HikariDataSource pool;

  public static void main(String[] args) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(lines.readLine());
    config.setUsername(args[0]);
    pool = new HikariDataSource(config);
    List<double[]> queries = new ArrayList<>();
    for (String line = lines.readLine(); !line.equals("go"); line = lines.readLine()) {
      if (line.isEmpty()) {
        long[] trips = new long[ROUND_TRIPS];
        for (int trip = 0; trip < ROUND_TRIPS; trip++) {
          long began = System.nanoTime();
          trips[trip] = run(0, 0) - began;
        }
        Arrays.sort(trips);
        System.out.println("ready " + trips[ROUND_TRIPS / 2] / 1e9);
        continue;
      }
      String[] words = line.split(" ");
      queries.add(new double[] {Double.parseDouble(words[0]), Double.parseDouble(words[1]), Double.parseDouble(words[2])});
    }
    Queue<String> answers = new ConcurrentLinkedQueue<>();
    ExecutorService threads = Executors.newCachedThreadPool();
    long start = System.nanoTime();
    for (double[] query : queries) {
      long late = start + (long) (query[0] * 1e9) - System.nanoTime();
      if (late > 0) TimeUnit.NANOSECONDS.sleep(late);
      threads.execute(() -> {
        long sent = System.nanoTime();
        try {
          long answered = run((long) query[1], query[2]);
          answers.add(query[0] + " " + (sent - start) / 1e9 + " " + (answered - start) / 1e9);
        } catch (SQLException failed) {
          // It is missing from the answers.
        }
      });
    }
    threads.shutdown();
    threads.awaitTermination(5, TimeUnit.MINUTES);
    for (String answer : answers) System.out.println(answer);
    pool.close();
  }

  private static long run(long turns, double wait) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement("select neap_load.work(?, ?, '{}')::text")) {
      statement.setLong(1, turns);
      statement.setDouble(2, wait);
      statement.executeQuery();
      return System.nanoTime();
    }
  }
}
