import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** What JDBC must be able to do through the proxy; one line for each check that passed. */
public class Checks {
  private static Connection connection;

  public static void main(String[] args) throws Exception {
    connection = open();
    check("a constant", one("select 42").equals(42));
    check("its own role", one("select current_user::text").equals("app"));
    check("its own database", one("select current_database()::text").equals("shop"));
    check("an integer", one("select ?::int + 1", 7).equals(8));
    String letters = "ein Wörtchen 🐘 'mit' \\";
    check("letters of all scripts", one("select ?::text", letters).equals(letters));
    check("null", one("select ?::text", (Object) null) == null);
    check("truth", one("select ?::bool", true).equals(true));
    run("drop table if exists java_goods");
    run("create table java_goods (id int primary key, name text)");
    check("a table", one("select count(*)::int from java_goods").equals(0));
    check("a row", run("insert into java_goods values (1, 'tea')") == 1);
    check("several rows at once", batch() == 9);
    check("a change", run("update java_goods set name = 'other' where id > 5") == 5);
    check("a transaction", transaction(11, 12) && count() == 12);
    check("a transaction that fails leaves nothing", !transaction(13, 1) && count() == 12);
    check("a key that is there", "23505".equals(codeOf("insert into java_goods values (1, 'again')")));
    check("a column that is not", "42703".equals(codeOf("select nothing from java_goods")));
    check("a division by zero", "22012".equals(codeOf("select 1 / 0")));
    check("a long value there and back", ((String) one("select ?::text", "é".repeat(500_000))).length() == 500_000);
    check("many rows", rows("select n from generate_series(1, 10000) n") == 10_000);
    // More than the five times after which the driver has the server keep a statement.
    boolean kept = true;
    try (PreparedStatement statement = connection.prepareStatement("select ?::int")) {
      for (int n = 0; n < 10; n++) {
        statement.setInt(1, n);
        ResultSet result = statement.executeQuery();
        kept &= result.next() && result.getInt(1) == n;
      }
    }
    check("a prepared statement", kept);
    control("/suspend");
    String code = codeOf("select 1");
    check("a session that is cut", "57P01".equals(code) || "08006".equals(code) || "08003".equals(code));
    connection = open();
    check("across a suspend", count() == 12);
    control("/restart");
    connection = open();
    check("across a restart", count() == 12);
  }

  private static Connection open() throws SQLException {
    return DriverManager.getConnection(System.getenv("JDBC_URL"), "app", System.getenv("PASSWORD"));
  }

  private static void check(String name, boolean passed) {
    System.out.println((passed ? "ok " : "NOT OK ") + name);
  }

  private static Object one(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int index = 0; index < values.length; index++) statement.setObject(index + 1, values[index]);
      ResultSet result = statement.executeQuery();
      result.next();
      return result.getObject(1);
    }
  }

  private static int count() throws SQLException {
    return (Integer) one("select count(*)::int from java_goods");
  }

  private static int run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  private static int rows(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(1000);
      ResultSet result = statement.executeQuery(sql);
      int rows = 0;
      while (result.next()) rows++;
      return rows;
    }
  }

  private static int batch() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("insert into java_goods values (?, ?)")) {
      for (int id = 2; id <= 10; id++) {
        statement.setInt(1, id);
        statement.setString(2, "good " + id);
        statement.addBatch();
      }
      return statement.executeBatch().length;
    }
  }

  private static boolean transaction(int first, int second) throws SQLException {
    connection.setAutoCommit(false);
    try {
      run("insert into java_goods values (" + first + ", 'a')");
      run("insert into java_goods values (" + second + ", 'b')");
      connection.commit();
      return true;
    } catch (SQLException error) {
      connection.rollback();
      return false;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private static String codeOf(String sql) {
    try {
      run(sql);
      return null;
    } catch (SQLException error) {
      return error.getSQLState();
    }
  }

  private static void control(String what) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("CONTROL") + what)).build();
    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
  }
}
